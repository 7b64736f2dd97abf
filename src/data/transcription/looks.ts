/**
 * When the server is asked what has become of recordings (2 §4): first after the wait that it announced and 30 s, then each 60 s, until each has become
 * something that stays. Knows nothing of the page: whoever runs it asks, waits and tells.
 */
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { isProblem, type Result } from '../../model/problems.ts'

/** In ms. */
export const firstLookAfter = 30_000
export const lookEvery = 60_000

export interface LooksHost {
  list(): Promise<Result<TranscriptionEntry[]>>
  /** Calls `run` after so many ms; returns the function that stops it. */
  after(milliseconds: number, run: () => void): () => void
  now(): number
  /** What was found, for other tabs too. */
  found(entries: readonly TranscriptionEntry[]): void
}

export interface Looks {
  /** Asks now. Resolves to whether the server has answered. */
  look(): Promise<Result<void>>
  /** Another tab has found this. */
  heard(entries: readonly TranscriptionEntry[]): void
  /** From now on this is the tab that asks, until it ends. */
  lead(): void
  end(): void
}

export const isPending = ({ Status }: Pick<TranscriptionEntry, 'Status'>): boolean =>
  Status === 'waiting' || Status === 'running'

export function openLooks(host: LooksHost): Looks {
  /** When each that is not done is to be looked at next. */
  const due = new Map<string, number>()
  let isLeading = false
  let isOver = false
  let stopTimer = () => {}

  const plan = (least = 0) => {
    stopTimer()
    if (!isLeading || isOver || due.size === 0) return
    const wait = Math.max(Math.min(...due.values()) - host.now(), least, 0)
    stopTimer = host.after(wait, () => void look())
  }
  const heard = (entries: readonly TranscriptionEntry[]) => {
    const now = host.now()
    const pending = entries.filter(isPending)
    const stay = new Set(pending.map(({ id }) => id))
    for (const id of due.keys()) if (!stay.has(id)) due.delete(id)
    for (const { id, wait } of pending) {
      const at = due.get(id)
      if (at === undefined) due.set(id, now + wait * 1000 + firstLookAfter)
      else if (at <= now) due.set(id, now + lookEvery)
    }
    plan()
  }
  const look = async (): Promise<Result<void>> => {
    const answer = await host.list()
    if (isOver) return { ok: undefined }
    if (isProblem(answer)) {
      // No way to the server, or it has trouble: what is due stays so.
      plan(lookEvery)
      return answer
    }
    heard(answer.ok)
    host.found(answer.ok)
    return { ok: undefined }
  }
  return {
    look,
    heard,
    lead: () => {
      isLeading = true
      plan()
    },
    end: () => {
      isOver = true
      stopTimer()
    },
  }
}
