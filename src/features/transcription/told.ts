/** What is told of recordings that are sent, and how they are named. */
import type { NotSent } from '../../data/transcription/sendRecording.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { problemNote, problemText } from '../../i18n/problemText.ts'
import { longestTitle, toastTime } from '../../model/limits.ts'
import type { ToastMessage } from '../../ui/feedback/toast.ts'

/** 2 §4: the wait is told in minutes, 1 below 60 s. */
export const waitInMinutes = (seconds: number): number => Math.max(1, Math.round(seconds / 60))

/** One more than the largest that is there, in whatever language it was named. */
const nextNumber = (names: readonly string[]): number =>
  1 + Math.max(0, ...names.map((name) => Number(/^\D+ (\d{1,6})$/.exec(name)?.[1] ?? 0)))

/** What the server is to call a file: in a protected project what it is called tells what is said in it. `names`: of those that the server has. */
export const nameFor = (t: Translate, file: string, isProtected: boolean, names: readonly string[]): string =>
  isProtected ? t('transcription.recording', { n: nextNumber(names) }) : file.slice(0, longestTitle)

/** The name of a file without its end, as the title of a source. */
export const titleOfFile = (name: string): string => name.replace(/(?<=.)\.[^.\s]{1,5}$/, '')

/** Why the file `name` was not sent. */
export function notSentMessage(t: Translate, name: string, why: NotSent): ToastMessage {
  const kind = 'error' as const
  const { long: timeout } = toastTime
  if ('unheard' in why) {
    const message = t(why.unheard === 'notLoaded' ? 'transcription.notLoaded' : 'transcription.notConverted')
    return { kind, message, note: name, timeout }
  }
  const note = [name, problemNote(why.problem)].filter((words) => words !== '').join('. ')
  return { kind, message: problemText(why.problem), note, timeout }
}
