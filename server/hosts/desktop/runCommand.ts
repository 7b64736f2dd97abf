import { execFile } from 'node:child_process'
import type { Command } from './machine.ts'

export interface Ended {
  /** The exit code; null: it could not be run, or was ended. */
  code: number | null
  out: string
  err: string
}

/** Runs a program until it ends, `signal` ends it, or this program does. Its output is bounded: a path and some words. */
export function runCommand({ program, args, env }: Command, signal: AbortSignal): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      env: { ...process.env, ...env },
      encoding: 'utf8' as const,
      signal,
      killSignal: 'SIGKILL' as const,
      maxBuffer: 256 * 1024,
    }
    const child = execFile(program, [...args], options, (error, out, err) => {
      process.off('exit', end)
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ code, out, err })
    })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
  })
}
