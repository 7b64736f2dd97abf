// The hostile corpus, a process each, and damaged good files of all kinds in processes that are watched: whatever the bytes are, an import comes to a
// proper end within 20 s and 512 MB of heap, read whole or with a problem that names the file. SEED: the first; SEEDS: how many of each kind.
// A case that ends its process or takes too long is a failure, and the next process goes on after it.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { hostileFiles } from '../../fixtures/hostile/hostileFiles.ts'
import { seeded } from '../../fixtures/random.ts'
import { damaged } from '../../workers/import/testing/damaged.ts'
import { goodFiles } from '../../workers/import/testing/goodFiles.ts'
import { readAny } from '../../workers/import/testing/readAny.ts'

const first = Number(process.env.SEED ?? 1)
const count = Number(process.env.SEEDS ?? 800)
const longest = 20_000
const mostFailures = 20

interface Told {
  at: number
  end?: 'read' | 'refused' | string
  most?: number
}

if (process.argv[2] === 'hostile') await run(hostileFiles.length, hostile)
else if (process.argv[2] === 'damaged') await run(count * goodFiles().length, damagedFile)
else {
  const bad = [
    ...(await watch('hostile', hostileFiles.length, 1)),
    ...(await watch('damaged', count * goodFiles().length, 400)),
  ]
  if (bad.length > 0) throw new Error(`failed:\n${bad.join('\n')}`)
}

/** In the process that is watched: tells of each case before and after it. */
async function run(cases: number, once: (at: number) => Promise<string>): Promise<void> {
  const from = Number(process.argv[3])
  const to = Math.min(cases, Number(process.argv[4]))
  for (let at = from; at < to; at++) {
    await told({ at })
    await told({ at, end: await once(at), most: process.resourceUsage().maxRSS / 1024 })
  }
  process.disconnect()
}

function told(message: Told): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()))
}

async function hostile(at: number): Promise<string> {
  const file = hostileFiles[at]
  if (!file) throw new Error(`no file ${at}`)
  const outcome = 'problem' in (await readAny(file.name, file.bytes())) ? 'refused' : 'read'
  if (file.outcome === 'refused' && outcome === 'read') throw new Error(`${file.what} was read`)
  if (file.outcome === 'harmless' && outcome === 'refused') throw new Error(`${file.what} was refused`)
  return outcome
}

async function damagedFile(at: number): Promise<string> {
  const files = goodFiles()
  const file = files[at % files.length]
  if (!file) throw new Error(`no file ${at}`)
  const random = seeded(first + Math.floor(at / files.length))
  const other = random.from(files).bytes
  return 'problem' in
    (await readAny(
      file.name,
      damaged(file.bytes, (bound) => random.below(bound), other),
    ))
    ? 'refused'
    : 'read'
}

/** `batch`: cases a process. What went wrong, a line each. */
async function watch(what: string, cases: number, batch: number): Promise<string[]> {
  const bad: string[] = []
  const ends: Record<string, number> = {}
  let most = 0
  let slowest = 0
  for (let from = 0; from < cases && bad.length < mostFailures; ) {
    const to = Math.min(cases, from + batch)
    let at = from
    const child = fork(fileURLToPath(import.meta.url), [what, String(from), String(to)], {
      execArgv: ['--max-old-space-size=512'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let words = ''
    child.stderr?.on('data', (data) => {
      words = (words + data).slice(-3000)
    })
    let began = performance.now()
    let timer = setTimeout(() => child.kill('SIGKILL'), 3 * longest)
    child.on('message', (message) => {
      const { at: now, end, most: memory = 0 } = message as Told
      at = now
      clearTimeout(timer)
      if (end === undefined) {
        began = performance.now()
        timer = setTimeout(() => child.kill('SIGKILL'), longest)
        return
      }
      timer = setTimeout(() => child.kill('SIGKILL'), 3 * longest)
      slowest = Math.max(slowest, performance.now() - began)
      most = Math.max(most, memory)
      ends[end] = (ends[end] ?? 0) + 1
      at = now + 1
    })
    const code = await new Promise((resolve) => child.on('exit', (status, signal) => resolve(status ?? signal)))
    clearTimeout(timer)
    if (code !== 0 || at < to) {
      bad.push(`${nameOf(what, at)}: ${code} ${words.split('\n').find((line) => /error|heap/i.test(line)) ?? ''}`)
      console.error(bad.at(-1))
      from = at + 1
    } else from = to
  }
  console.log(
    `${what}: ${cases} cases (seeds from ${first}), ${bad.length} failed; ${JSON.stringify(ends)}; slowest ${Math.round(slowest)} ms, most memory of a process ${Math.round(most)} MB`,
  )
  return bad
}

function nameOf(what: string, at: number): string {
  if (what === 'hostile') return hostileFiles[at]?.what ?? String(at)
  const files = goodFiles()
  return `${files[at % files.length]?.name} seed ${first + Math.floor(at / files.length)}`
}
