/** The binary: local mode, or one of the commands in `cli/`. Paths are taken from the caller's folder. */
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import manifest from '../package.json' with { type: 'json' }
import { makeForOwnerAlone } from './running/ownerOnly.ts'

interface Command {
  /** Resolves to the exit code. */
  main(args: string[], folder: string): Promise<number>
}

const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['admin', () => import('./cli/admin.ts')],
  ['import', () => import('./cli/import.ts')],
  ['export', () => import('./cli/export.ts')],
  ['merge', () => import('./cli/merge.ts')],
  ['info', () => import('./cli/info.ts')],
  ['texts', () => import('./cli/texts.ts')],
  ['quotes', () => import('./cli/quotes.ts')],
  ['query', () => import('./cli/query.ts')],
  ['bench', () => import('./cli/bench.ts')],
  ['run', () => import('./cli/run.ts')],
  ['install', () => import('./cli/install.ts')],
  ['uninstall', () => import('./cli/uninstall.ts')],
])

// A command would else spend a third of a second on taking the types out of its modules. Beside the packages, since nobody else may write there.
if (!isSea()) enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))

/** The executable has no benches. */
const inCheckout = isSea() ? '' : 'thicket bench --project <project.qrk> [--json <out.json>]\n'

const usage = `thicket [file.qrk]   serve projects on this machine until Ctrl+C, and open this one
thicket --new <file> the same with a new project
thicket <file.qdpx>  import a project of another program
thicket --desktop …  the same as from a menu: prints no secret, and ends when it is not used
thicket install      into the menu of a Linux desktop; uninstall: out of it
thicket serve        serve accounts and shared projects of many people (settings: server/docs)
thicket admin …      accounts of that server, keys for desktops
thicket import <project.qrk> <files…>
thicket export <project.qrk> --xlsx|--docx|--docx-each|--qdpx|--qdc|--json|--canvas|--report|--report-docx <out>
thicket merge <base.qrk> <others…> --out <result.qrk>
thicket info|texts|quotes <project.qrk> --json
thicket query <project.qrk> --overlap|--matrix|--together|--search|--filter|--words|--quotes|--counts …
thicket run <project.qrk> --script <file.jsonl>
${inCheckout}thicket --version
thicket --sbom       what the program is made of: CycloneDX, as JSON`

/** `folder`: where relative paths begin. Returns the exit code. */
export async function main(args: string[], folder: string): Promise<number> {
  const [first, ...rest] = args
  const isHelp = (word?: string) => word === '--help' || word === '-h' || word === 'help'
  if (isHelp(first) || (first === 'serve' && rest.some(isHelp))) {
    process.stdout.write(`${usage}\n`)
    return 0
  }
  if (first === '--version') {
    process.stdout.write(`${manifest.version}\n`)
    return 0
  }
  if (first === '--sbom') return (await import('./cli/sbom.ts')).main()
  if (first === 'serve') {
    const unknown = rest.find((arg) => arg !== '--dev')
    if (unknown) return tell(`thicket serve: unknown option ${unknown}`, 2)
    const { serve } = await import('./running/serve.ts')
    makeForOwnerAlone()
    return serve(rest.includes('--dev'))
  }
  const command = commands.get(first ?? '')
  if (first === 'admin') makeForOwnerAlone()
  if (command) return (await command()).main(rest, folder)
  const flags = args.filter((arg) => arg.startsWith('-'))
  const files = args.filter((arg) => !arg.startsWith('-'))
  const unknown = flags.find((flag) => !['--dev', '--desktop', '--new'].includes(flag))
  if (unknown) return tell(`thicket: unknown option ${unknown}`, 2)
  const [file] = files
  const make = flags.includes('--new')
  if (make && (file === undefined || /\.qdpx$/i.test(file))) return tell('thicket --new: which file.qrk?', 2)
  if (files.length > 1 || (file !== undefined && !make && !looksLikeAFile(file, folder)))
    return tell(`thicket: unknown command ${file}`, 2)
  // Loaded when wanted: a command of `cli/` starts without the server.
  const { localMode } = await import('./running/localMode.ts')
  const options = { dev: flags.includes('--dev'), desktop: flags.includes('--desktop'), make }
  return localMode(file === undefined ? undefined : resolve(folder, file), options)
}

/** A word that is neither a path nor a file here is more likely a command mistyped. */
const looksLikeAFile = (name: string, folder: string): boolean =>
  /[./\\]/.test(name) || existsSync(resolve(folder, name))

function tell(line: string, code: number): number {
  process.stderr.write(`${line}\n`)
  return code
}

if (import.meta.main)
  main(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd()).then(
    (code) => {
      process.exitCode = code
    },
    (error: unknown) => {
      process.exitCode = tell(`thicket: ${error instanceof Error ? error.message : String(error)}`, 1)
    },
  )
