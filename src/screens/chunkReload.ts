/** 1 §2: a chunk that does not load, after an update of the program for instance, reloads the page; once per 60 s (1 §8). */
import { nothingAtRisk } from '../data/copies/held.ts'
import { chunkReloadEvery } from '../model/limits.ts'
import { isChunkFailure, serverAnswers } from '../ui/chunkFailure.ts'

const storageKey = 'thicket:reloaded'

/** Whether the page may reload itself at `now`, in ms, having last done so at `last`. */
export const mayReload = (now: number, last: number | null): boolean => last === null || now - last >= chunkReloadEvery

/**
 * Reloads, unless it has just done so or the server is not there; false where the error is to be shown. What this tab alone has is sent
 * before: a reload would lose it.
 */
export async function reloadForChunk(error: unknown): Promise<boolean> {
  if (!isChunkFailure(error) || !(await serverAnswers())) return false
  try {
    const kept = sessionStorage.getItem(storageKey)
    if (!mayReload(Date.now(), kept === null ? null : Number(kept))) return false
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    return false
  }
  await nothingAtRisk()
  location.reload()
  return true
}
