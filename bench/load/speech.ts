/** Recordings that a server under load hears: by a program that keeps a processor busy until it is told that it is enough. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listener, recordingForm, speechProgram, transcriptOf } from '../../server/testing/speech.ts'
import type { LoadedServer } from './server.ts'
import { rest } from './work.ts'

/** How long a recording lasts, s: the server decodes it, which is part of what it has to do. */
const seconds = 120
/** ms */
const mostPatience = 60_000

export interface SpeechJob {
  /** Whether the program computes by now. Throws when it has not begun within a minute. */
  hasBegun(): boolean
  /** The program ends; returns whether the recording has become a transcript. */
  end(): Promise<boolean>
}

export interface LoadedSpeech {
  /** For `THICKET_SPEECH`. */
  setting: string
  /** Sends a recording to a project of its person; one at a time. Resolves when the server has taken it. */
  send(server: LoadedServer, person: number, uuid: string): Promise<SpeechJob>
  /** Once the server has ended. */
  close(): void
}

export function openLoadedSpeech(): LoadedSpeech {
  const folder = mkdtempSync(join(tmpdir(), 'thicket-load-speech-'))
  const [begun, enough] = [join(folder, 'begun'), join(folder, 'enough')]
  const counting = 'i=0; while [ $i -lt 10000 ]; do i=$((i+1)); done'
  const transcript = JSON.stringify(transcriptOf(['two', 'words']))
  const sh = `touch ${begun}; while [ ! -e ${enough} ]; do ${counting}; done; printf '%s' '${transcript}'`
  const program = speechProgram(folder, { [seconds]: { sh } })
  const to = listener()
  return {
    setting: `command:${program}`,
    send: async ({ base, tokens }, person, uuid) => {
      for (const path of [begun, enough]) rmSync(path, { force: true })
      const call = async (path: string, init: RequestInit = {}) => {
        const headers = { authorization: `Bearer ${tokens[person]}`, origin: base }
        const response = await fetch(base + path, { ...init, headers })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return response
      }
      const path = `/web/api/transcription/${uuid}`
      const sent = await call(path, {
        method: 'POST',
        body: await recordingForm({ call: (at) => call(at) }, to, seconds),
      })
      const sentAt = performance.now()
      const { id } = (await sent.json()) as { id: string }
      return {
        hasBegun: () => {
          if (performance.now() - sentAt > mostPatience) throw new Error('the recording is not heard')
          return existsSync(begun)
        },
        end: async () => {
          writeFileSync(enough, '')
          const endedAt = performance.now()
          while (performance.now() - endedAt < mostPatience) {
            const { Status: status } = (await (await call(`${path}/${id}`)).json()) as { Status: string }
            if (status === 'success' || status === 'failed') return status === 'success'
            await rest(100)
          }
          return false
        },
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
