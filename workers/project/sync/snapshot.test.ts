import { describe, expect, it } from 'vitest'
import { connection } from '../../../src/model/limits.ts'
import { isProblem } from '../../../src/model/problems.ts'
import { OtherSnapshot, type Response, readSnapshot, waits } from './snapshot.ts'

type Piece = number[] | 'cut' | 'silence'

/** A server whose answers are written down, and time that passes at once, but for silence. */
function scripted(
  answers: ({ status: number; pieces?: Piece[]; size?: number; etag?: string | null; packed?: boolean } | 'nobody')[],
  byob = true,
) {
  const asked: Record<string, string>[] = []
  const waited: number[] = []
  const read = async (headers: Record<string, string>, signal: AbortSignal): Promise<Response> => {
    signal.throwIfAborted()
    asked.push(headers)
    const answer = answers[asked.length - 1] ?? 'nobody'
    if (answer === 'nobody') throw new TypeError('failed to fetch')
    const { status, pieces = [], size = 6, etag = '"a"', packed } = answer
    const left = [...pieces]
    const told: Record<string, string | null> = {
      etag,
      'content-length': String(size),
      'content-encoding': packed ? 'gzip' : null,
    }
    return {
      status,
      headers: { get: (name) => told[name] ?? null },
      json: async () => ({ problem: { kind: 'projectNotFound', name: 'x' } }),
      body: {
        getReader: (options?: { mode: 'byob' }) => {
          if (options && !byob) throw new TypeError('no bytes')
          return {
            read: (into?: Uint8Array<ArrayBuffer>) => {
              const piece = left.shift()
              if (piece === 'silence') return new Promise<never>(() => {})
              if (piece === 'cut') return Promise.reject(new TypeError('network error'))
              if (!piece) return Promise.resolve({ done: true })
              if (!into) return Promise.resolve({ done: false, value: new Uint8Array(piece) })
              // As a browser does: the bytes given are taken, and come back under another name.
              const bytes = structuredClone(into.buffer, { transfer: [into.buffer] })
              new Uint8Array(bytes).set(piece)
              return Promise.resolve({ done: false, value: new Uint8Array(bytes, 0, piece.length) })
            },
            cancel: async () => {},
          }
        },
      },
    }
  }
  const after = (milliseconds: number, run: () => void) => {
    // Silence is told from a pause: it ends only when nothing else happens.
    const timer = setTimeout(run, milliseconds === connection.silence ? 20 : 0)
    if (milliseconds !== connection.silence) waited.push(milliseconds)
    return () => clearTimeout(timer)
  }
  const stop = new AbortController()
  const progress: (number | null)[] = []
  const load = async () => {
    const snapshot = await readSnapshot({ read, after }, (part) => progress.push(part), stop.signal)
    if (isProblem(snapshot)) return snapshot.problem
    const bytes: number[] = []
    for await (const chunk of snapshot.ok.chunks) bytes.push(...chunk)
    return bytes
  }
  return { load, asked, waited, progress, stop }
}

describe('a snapshot', () => {
  it('is read where a browser cannot fill bytes that it is given', async () => {
    const pieces = [[1, 2, 3], 'cut'] satisfies Piece[]
    const rest = { status: 206, pieces: [[4, 5, 6]] }
    expect(await scripted([{ status: 200, pieces }, rest], false).load()).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('is read to its end, with progress', async () => {
    const { load, progress, asked } = scripted([
      {
        status: 200,
        pieces: [
          [1, 2, 3],
          [4, 5, 6],
        ],
      },
    ])
    expect(await load()).toEqual([1, 2, 3, 4, 5, 6])
    expect(progress).toEqual([0.5, 1])
    expect(asked).toEqual([{}])
  })

  it('that a proxy has packed does not end where the packed bytes would', async () => {
    const { load, progress } = scripted([{ status: 200, size: 2, packed: true, pieces: [[1, 2], [3], [4, 5, 6]] }])
    expect(await load()).toEqual([1, 2, 3, 4, 5, 6])
    expect(progress).toEqual([null, null, null])
  })

  it.each<[string, Piece[]]>([
    ['a broken connection', [[1, 2], 'cut']],
    ['an end before the end', [[1, 2]]],
    ['silence', [[1, 2], 'silence']],
  ])('goes on where it was cut by %s', async (_, pieces) => {
    const { load, asked, waited } = scripted([
      { status: 200, pieces },
      { status: 206, pieces: [[3, 4], 'cut'], size: 4 },
      'nobody',
      { status: 502 },
      { status: 206, pieces: [[5, 6]], size: 2 },
    ])
    expect(await load()).toEqual([1, 2, 3, 4, 5, 6])
    expect(asked[1]).toEqual({ range: 'bytes=2-', 'if-range': '"a"' })
    expect(asked[4]).toEqual({ range: 'bytes=4-', 'if-range': '"a"' })
    // Bytes that came set the tries back.
    expect(waited).toEqual([waits[0], waits[0], waits[1], waits[2]])
  })

  it('is given up after the last try without a byte', async () => {
    const { load, asked, waited } = scripted([{ status: 200, pieces: [[1], 'cut'] }])
    await expect(load()).rejects.toMatchObject({ problem: { kind: 'loadCut' } })
    expect(asked).toHaveLength(1 + waits.length)
    expect(waited).toEqual(waits)
  })

  it('that nobody answers for is a problem; a refusal of the server is said as it is', async () => {
    expect(await scripted([]).load()).toEqual({ kind: 'loadCut' })
    expect(await scripted([{ status: 404 }]).load()).toEqual({ kind: 'projectNotFound', name: 'x' })
  })

  it('begins anew where the server has another one meanwhile', async () => {
    const cut = { status: 200, pieces: [[1], 'cut'] as Piece[] }
    await expect(scripted([cut, { status: 200, pieces: [[9]] }]).load()).rejects.toBeInstanceOf(OtherSnapshot)
    await expect(scripted([{ ...cut, etag: null }]).load()).rejects.toBeInstanceOf(OtherSnapshot)
  })

  it('ends at once when it is stopped, in a pause too', async () => {
    const { load, stop } = scripted(['nobody', 'nobody'])
    setTimeout(() => stop.abort())
    expect(await load()).toEqual({ kind: 'loadStopped' })
  })
})
