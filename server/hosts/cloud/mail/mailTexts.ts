/** The words of mails, in the languages of the page. */
import { join } from 'node:path'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { ShareRight } from '../../../../src/model/access.ts'
import { languages } from '../../../../src/model/limits.ts'
import { programRoot, readOwnText } from '../../../base/ownFiles.ts'

/** What a mail is about, with what its text names. */
export type Occasion =
  | { about: 'reset'; name: string; link: string; minutes: number }
  | { about: 'invitation'; by: string; project: string; right: ShareRight; link: string; days: number }
  | { about: 'shared'; by: string; project: string; right: ShareRight; link: string }
  | { about: 'handedOver'; by: string; project: string; link: string }
  | { about: 'confirmEmail'; name: string; link: string; hours: number }
  | { about: 'emailChanged'; name: string; email: string }
  | { about: 'passwordChanged'; name: string; address: string }
  | { about: 'factorAdded'; name: string; address: string }
  | { about: 'factorRemoved'; name: string; address: string }
  | { about: 'recoveryCodeUsed'; name: string; left: number; address: string }
  | { about: 'recoveryCodesMade'; name: string; address: string }
  | { about: 'backupFailed' | 'restoreFailed' | 'restoreTried'; detail: string; address: string }
  | { about: 'signInLinked' | 'signInUnlinked'; name: string; provider: string; address: string }
  | { about: 'studentApproved' | 'studentRejected'; name: string; link: string }

const keys = {
  reset: ['mail.reset.subject', 'mail.reset.text'],
  invitation: ['mail.invitation.subject', 'mail.invitation.text'],
  shared: ['mail.shared.subject', 'mail.shared.text'],
  handedOver: ['mail.handedOver.subject', 'mail.handedOver.text'],
  confirmEmail: ['mail.confirmEmail.subject', 'mail.confirmEmail.text'],
  emailChanged: ['mail.emailChanged.subject', 'mail.emailChanged.text'],
  passwordChanged: ['mail.passwordChanged.subject', 'mail.passwordChanged.text'],
  factorAdded: ['mail.factorAdded.subject', 'mail.factorAdded.text'],
  factorRemoved: ['mail.factorRemoved.subject', 'mail.factorRemoved.text'],
  recoveryCodeUsed: ['mail.recoveryCodeUsed.subject', 'mail.recoveryCodeUsed.text'],
  recoveryCodesMade: ['mail.recoveryCodesMade.subject', 'mail.recoveryCodesMade.text'],
  backupFailed: ['mail.backupFailed.subject', 'mail.backupFailed.text'],
  restoreFailed: ['mail.restoreFailed.subject', 'mail.restoreFailed.text'],
  restoreTried: ['mail.restoreTried.subject', 'mail.restoreTried.text'],
  signInLinked: ['mail.signInLinked.subject', 'mail.signInLinked.text'],
  signInUnlinked: ['mail.signInUnlinked.subject', 'mail.signInUnlinked.text'],
  studentApproved: ['mail.studentApproved.subject', 'mail.studentApproved.text'],
  studentRejected: ['mail.studentRejected.subject', 'mail.studentRejected.text'],
} as const satisfies Record<Occasion['about'], readonly [string, string]>

/** What people write into a mail to others is bounded: it is no place for a message of their own. */
const longestValue = 100

const opened = new Map<string, ReturnType<typeof setupI18n>>()
function wordsOf(language: string): ReturnType<typeof setupI18n> {
  const before = opened.get(language)
  if (before) return before
  const text = readOwnText(join(programRoot, `src/i18n/${language}.json`))
  const messages = { [language]: JSON.parse(text) as Record<string, string> }
  const words = setupI18n({ locale: language, messages }).setMessagesCompiler(compileMessage)
  opened.set(language, words)
  return words
}

/** `language`: one of ours, else English. */
export function mailText(occasion: Occasion, language: string): { subject: string; text: string } {
  const words = wordsOf(languages.find((known) => known === language) ?? 'en')
  const values = Object.fromEntries(
    Object.entries(occasion).map(([name, value]) => [
      name,
      ['link', 'address'].includes(name) ? value : bounded(value),
    ]),
  )
  const [subject, text] = keys[occasion.about]
  return { subject: words._(subject, values).replace(/\s+/g, ' '), text: `${words._(text, values)}\n` }
}

const bounded = (value: string | number): string | number =>
  typeof value === 'number' ? value : value.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, longestValue)
