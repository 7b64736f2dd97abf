/** `thicket run`: commands from a script, without a screen, on the same copies and the same room as everywhere. */
import { accessSync, constants, createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { problemLine } from '../base/problemLine.ts'
import { sqliteProblem } from '../files/inspectFile.ts'
import { changeProject } from './changeProject.ts'
import { openClients } from './clients.ts'
import { command } from './command.ts'
import { linesOf } from './linesOf.ts'
import { print, say } from './output.ts'
import { openScript, type Script } from './script.ts'

export const main = command(
  {
    usage: 'run <project.qrk> --script <file.jsonl | ->',
    options: { script: { type: 'string' } },
    needs: ['script'],
    words: { least: 1, most: 1 },
  },
  async ({ words: [name = ''], options, folder }) => {
    const begin = scriptAt(String(options.script), folder)
    if (isProblem(begin)) return begin
    const done = await changeProject(name, folder, async (project) => {
      const clients = openClients(project)
      try {
        const script = openScript(clients)
        const whole = await runLines(script, begin.ok())
        const last = script.deliver()
        if (isProblem(last)) return last
        for (const { client, problem: found } of last.ok.problems) say(`client ${client}: ${problemLine(found)}`)
        return whole ? 0 : stoppedBySignal
      } finally {
        clients.close()
      }
    })
    return isProblem(done) ? done : done.ok
  },
)

/** As shells have it. */
const stoppedBySignal = 130

/** What begins to read it, once the project is there that it is for. */
function scriptAt(name: string, folder: string): Result<() => Readable> {
  if (name === '-') return ok(() => process.stdin)
  const path = resolve(folder, name)
  try {
    if (statSync(path).isDirectory()) return problem({ kind: 'fileTypeNotSupported', name: path })
    accessSync(path, constants.R_OK)
    return ok(() => createReadStream(path))
  } catch (error) {
    return problem(sqliteProblem(path, error))
  }
}

/** Until the end of the script, or until the person stops it (false): what has been done is kept. */
async function runLines(script: Script, stream: Readable): Promise<boolean> {
  let stopped = false
  const stop = () => {
    stopped = true
    stream.destroy()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, stop)
  try {
    for await (const line of linesOf(stream)) {
      const result = script.take(line)
      if (result) await print(`${JSON.stringify(result)}\n`)
      if (stopped) break
    }
  } catch (error) {
    if (!stopped) throw error
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
  return !stopped
}
