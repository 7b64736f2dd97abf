/** The binary: local mode, or one of the commands in `cli/`. Paths are taken from the caller's folder. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Each is a file of `cli/` that exports `main(args, folder)`, which resolves to the exit code. */
const commands = ['admin', 'import', 'export', 'info', 'texts', 'quotes', 'query', 'bench', 'run']

interface Command {
  main(args: string[], folder: string): Promise<number>
}

const usage = `thicket [file.qrk]   open a project, or make one, and serve it on this machine until Ctrl+C
thicket serve        serve accounts and shared projects of many people (settings: server/docs)
thicket admin …      accounts of that server
thicket import <project.qrk> <files…>
thicket export <project.qrk> --xlsx|--docx|--docx-each|--qdpx|--qdc|--json|--canvas|--report|--report-docx <out>
thicket info|texts|quotes <project.qrk> --json
thicket query <project.qrk> --overlap|--matrix|--together|--search|--filter|--words|--quotes|--counts …
thicket bench --project <project.qrk> [--json <out.json>]
thicket run <project.qrk> --script <file.jsonl>`

/** `folder`: where relative paths begin. Returns the exit code. */
export async function main(args: string[], folder: string): Promise<number> {
  const [first, ...rest] = args
  if (first === '--help' || first === '-h' || first === 'help') return tell(usage, 0)
  if (first === 'serve') {
    const unknown = rest.find((arg) => arg !== '--dev')
    if (unknown) return tell(`thicket serve: unknown option ${unknown}`, 2)
    const { serve } = await import('./running/serve.ts')
    return serve(rest.includes('--dev'))
  }
  if (first !== undefined && commands.includes(first)) return runCommand(first, rest, folder)
  const flags = args.filter((arg) => arg.startsWith('-'))
  const files = args.filter((arg) => !arg.startsWith('-'))
  const unknown = flags.find((flag) => flag !== '--dev')
  if (unknown) return tell(`thicket: unknown option ${unknown}`, 2)
  const [file] = files
  if (files.length > 1 || (file !== undefined && !looksLikeAFile(file, folder)))
    return tell(`thicket: unknown command ${file}`, 2)
  // Loaded when wanted: a command of `cli/` starts without the server.
  const { localMode } = await import('./running/localMode.ts')
  return localMode(file === undefined ? undefined : resolve(folder, file), flags.includes('--dev'))
}

/** A word that is neither a path nor a file here is more likely a command mistyped than a project to be made. */
const looksLikeAFile = (name: string, folder: string): boolean =>
  /[./\\]/.test(name) || existsSync(resolve(folder, name))

async function runCommand(name: string, args: string[], folder: string): Promise<number> {
  const file = join(import.meta.dirname, 'cli', `${name}.ts`)
  if (!existsSync(file)) return tell(`thicket ${name} is not in this version`, 2)
  const command = (await import(pathToFileURL(file).href)) as Command
  return command.main(args, folder)
}

function tell(line: string, code: number): number {
  process.stderr.write(`${line}\n`)
  return code
}

if (import.meta.main) {
  try {
    process.exitCode = await main(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd())
  } catch (error) {
    process.stderr.write(`thicket: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
