/** What has become of a person's recordings in a project: one tab of the browser asks for all that have it open. */
import type { TranscriptionEntry } from '../../model/contract/shapes.ts'
import { isProblem, ok, type Result } from '../../model/problems.ts'
import { locks } from '../locks.ts'
import { api } from '../server/server.ts'
import { openLooks } from './looks.ts'

export interface Watch {
  /** Asks now. Problems: the server's, cannotConnect. */
  look(): Promise<Result<void>>
  /** One more was sent: it is looked at when it may be done. */
  sent(entry: TranscriptionEntry): void
  end(): void
}

/** `found`: whatever tab has asked. `account`: as `accountKey`. */
export function watchTranscriptions(
  uuid: string,
  account: string,
  found: (entries: readonly TranscriptionEntry[]) => void,
): Watch {
  const name = `thicket:transcriptions:${account}:${uuid}`
  const others = new BroadcastChannel(name)
  const over = new AbortController()
  let last: readonly TranscriptionEntry[] = []
  const tell = (entries: readonly TranscriptionEntry[]) => {
    last = entries
    found(entries)
  }
  const looks = openLooks({
    list: async () => {
      const answer = await api('GET /web/api/transcription/{uuid}', { path: { uuid }, signal: over.signal })
      return isProblem(answer) ? answer : ok(answer.ok.transcriptions)
    },
    after: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    found: (entries) => {
      others.postMessage(entries)
      tell(entries)
    },
  })
  others.onmessage = ({ data }: MessageEvent<TranscriptionEntry[]>) => {
    looks.heard(data)
    tell(data)
  }
  const leading = () => {
    looks.lead()
    return new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()))
  }
  locks()
    .request(name, { signal: over.signal }, leading)
    .catch(() => {
      // It ended before its turn came.
    })
  return {
    look: looks.look,
    sent: (entry) => {
      // Sent again, it may be there already.
      const all = [entry, ...last.filter(({ id }) => id !== entry.id)]
      looks.heard(all)
      others.postMessage(all)
      tell(all)
    },
    end: () => {
      over.abort()
      looks.end()
      others.close()
    },
  }
}
