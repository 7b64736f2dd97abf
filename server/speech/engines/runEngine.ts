/**
 * Runs a program that hears a recording: in a folder of its own, behind everything else of the machine, without what this server is told by its
 * environment, and bounded in time, memory and output. It and whatever it has started end with it.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface EngineRun {
  program: string
  args: readonly string[]
  /** What it reads. Left out: nothing. */
  input?: AsyncIterable<Uint8Array>
  /** Where it runs, and may leave files. Left out: where this program does. */
  folder?: string
  /** s */
  most: number
  /** MB that it may have in memory, with all that it has started; 0: as many as it likes. */
  memory: number
  /** Bytes of its output. */
  output: number
  signal?: AbortSignal
}

/** What it wrote. Throws where it cannot be run, takes too much, or ends with anything but 0. */
export async function runEngine(run: EngineRun): Promise<string> {
  const { input, folder, most, memory, output, signal } = run
  signal?.throwIfAborted()
  const [program, args] = bounded(run)
  const child = spawn(program, args, {
    ...(folder !== undefined && { cwd: folder }),
    env: { ...ofOthers(process.env), ...(folder !== undefined && { TMPDIR: folder }) },
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: isPosix,
  })
  let failure: Error | undefined
  const end = (why: string) => {
    failure ??= new Error(why)
    if (child.pid === undefined) return
    try {
      if (isPosix) process.kill(-child.pid, 'SIGKILL')
      else child.kill('SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  const stop = () => end('it was stopped')
  signal?.addEventListener('abort', stop)
  const timer = setTimeout(() => end(`it took more than ${most} s`), most * 1000)
  const watch = setInterval(() => {
    if (child.pid !== undefined && memoryOf(child.pid) > memory) end(`it took more than ${memory} MB of memory`)
  }, 1000)
  if (memory === 0) clearInterval(watch)
  const pieces: Buffer[] = []
  let size = 0
  child.stdout.on('data', (piece: Buffer) => {
    size += piece.length
    if (size > output) end(`it wrote more than ${output} bytes`)
    else pieces.push(piece)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let unheard: unknown
  // A program may end before it has read everything. What cannot be decoded is another matter.
  const fed = pipeline(input ? Readable.from(input, { objectMode: false }) : Readable.from([]), child.stdin).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE' || error.code === 'ECONNRESET' || error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
      unheard = error
      end('the recording cannot be read')
    },
  )
  try {
    const code = await ended
    await fed
    if (unheard !== undefined) throw unheard
    if (failure) throw failure
    if (code !== 0) throw new Error(code === null ? 'it was ended by a signal' : `it ended with ${code}`)
    return Buffer.concat(pieces).toString('utf8')
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    signal?.removeEventListener('abort', stop)
    // What it has started and left behind.
    end('')
  }
}

const isPosix = process.platform !== 'win32'

/**
 * In the shell: this session comes after others. Linux may share processors among sessions first (`sched_autogroup`), where what is nice in a session of its own
 * takes as much as the whole server. Where it does not, there is nothing to write to. Not the last of all: a session at 19 has a seventieth of what another
 * has, and a short recording would outlast its time beside any other work of the machine; at 10 it has a tenth.
 */
const behind = '{ echo 10 >/proc/self/autogroup; } 2>/dev/null'

/**
 * By the shell's own bound, which holds when this server is no more: a program that it has left behind ends too. Its processor time is that of all
 * cores for the whole time that it has.
 */
function bounded({ program, args, most }: EngineRun): [string, string[]] {
  if (!isPosix) return [program, [...args]]
  // By way of `cat` its stdin is a pipe: what Node gives is a socket, which nobody can open as /dev/stdin.
  const line = `${behind}; ulimit -t ${Math.ceil(most * availableParallelism())}; cat | nice -n 19 "$0" "$@"`
  return ['/bin/sh', ['-c', line, program, ...args]]
}

/**
 * MB that the processes of a group have in memory. Counted, and not bounded by the system, whose bound is one of addresses: programs that compute on
 * a graphics card reserve hundreds of GB of these and use none. On Linux alone; elsewhere 0.
 */
function memoryOf(group: number): number {
  if (process.platform !== 'linux') return 0
  const pages = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, name) => {
      try {
        // After the name of the program, which may hold anything: state, parent, group.
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return Number(fields[2]) === group ? sum + Number(fields[21]) : sum
      } catch {
        // It has ended meanwhile.
        return sum
      }
    }, 0)
  return (pages * 4096) / (1024 * 1024)
}

/** Settings of this server are secrets to other programs. */
const ofOthers = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('THICKET_')))

/** How long a program may take for a recording, s: with each try it may begin by loading a model. */
export const patienceFor = (seconds: number): number => 600 + 10 * Math.ceil(seconds)
