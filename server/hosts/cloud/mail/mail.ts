/**
 * Mails go out by SMTP, or, without a server for them, become files in the folder `mail`, for whoever runs this server and for tests.
 *
 * Promises: plain text, one recipient, nothing loaded from files or addresses; a mail that cannot be sent is a problem and a line in the
 * log that names nobody, and `thicket admin mails` says it too (`mailStanding.ts`). Mails that became files go after 30 days: no link in them is good for longer, and they name people who may have left since.
 */
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { problem, type Result } from '../../../../src/model/problems.ts'
import type { Settings } from '../../../base/settings/settings.ts'
import { mailFolder, noteMail } from './mailStanding.ts'

export interface Letter {
  to: string
  subject: string
  text: string
}

export interface Mail {
  /** Problems: mailFailed. */
  send(letter: Letter): Promise<Result<void>>
  close(): void
}

/** The mail with its text as it is (8bit), so that whoever opens the file can read it, and copy its link. */
function asText(mail: Buffer): Buffer {
  const [head = '', ...body] = mail.toString('latin1').split('\n\n')
  const coding = /^Content-Transfer-Encoding: (.*)$/im.exec(head)?.[1]
  const packed = body.join('\n\n')
  const text =
    coding === 'base64'
      ? Buffer.from(packed, 'base64').toString('latin1')
      : packed
          .replace(/=\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  if (coding !== 'base64' && coding !== 'quoted-printable') return mail
  return Buffer.from(
    `${head.replace(/^(Content-Transfer-Encoding: ).*$/im, (_, name) => `${name}8bit`)}\n\n${text}`,
    'latin1',
  )
}

const day = 24 * 60 * 60_000
const mailLife = 30 * day

function sweepMails(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (name.endsWith('.eml') && written < Date.now() - mailLife) rmSync(path, { force: true })
  }
}

/** Mails of a server on this machine need no encryption on the way. */
const loopback = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Failures of the way to a mail server, whose words are this program's own. */
const ofTheWay = new Set(['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS'])

/** Why a mail was not sent. What a mail server says may repeat the address: of it there are the numbers alone, with what it was asked. */
function reasonOf(error: unknown): string {
  const { code, command, response, responseCode, message } = error as Partial<SmtpFailure>
  if (code !== undefined && ofTheWay.has(code) && !response) return `${code}, ${message}`
  const number = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response || '')?.[1]
  const parts = [code, command && `at ${command}`, responseCode, number]
  return parts.filter(Boolean).join(' ') || 'no reason given'
}

/** As the library throws it; `command`: as `RCPT TO`. */
interface SmtpFailure {
  code: string
  command: string
  response: string | false
  responseCode: number
  message: string
}

export function openMail(
  { mail, mailFrom, mailHost, data }: Pick<Settings, 'mail' | 'mailFrom' | 'mailHost' | 'data'>,
  broken: (error: unknown) => void,
  mailed: (isSent: boolean) => void = () => {},
): Mail {
  const common = { disableFileAccess: true, disableUrlAccess: true } as const
  const sender = mail === undefined ? toFolder(mailFolder(data)) : bySmtp(mail)

  function toFolder(folder: string) {
    sweepMails(folder)
    const sweeping = setInterval(() => sweepMails(folder), day).unref()
    const transport = createTransport({ ...common, streamTransport: true, buffer: true, newline: 'unix' })
    return {
      where: `to ${folder}`,
      send: async (message: object) => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        if (process.platform !== 'win32') chmodSync(folder, 0o700)
        const { message: bytes } = await transport.sendMail(message)
        const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`
        writeFileSync(join(folder, name), asText(bytes as Buffer), { mode: 0o600, flag: 'wx' })
      },
      close: () => clearInterval(sweeping),
    }
  }

  function bySmtp(address: string) {
    const url = new URL(address)
    const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
    const transport = createTransport({
      ...common,
      ...(mailHost !== undefined && { name: mailHost }),
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port,
      secure: url.protocol === 'smtps:',
      requireTLS: !loopback.has(url.hostname),
      ...(url.username && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
      pool: true,
      maxConnections: 2,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    })
    return {
      where: `by ${url.hostname}:${port}`,
      send: async (message: object) => {
        await transport.sendMail(message)
      },
      close: () => transport.close(),
    }
  }

  /** What cannot be noted is no reason not to send. */
  const note = (failed: string | null) => {
    try {
      noteMail(data, failed)
    } catch (error) {
      broken(error)
    }
  }
  return {
    send: async ({ to, subject, text }) => {
      try {
        const headers = { 'Auto-Submitted': 'auto-generated' }
        await sender.send({ from: mailFrom, to: { name: '', address: to }, subject, text, headers })
        mailed(true)
        note(null)
        return { ok: undefined }
      } catch (error) {
        mailed(false)
        note(reasonOf(error))
        broken(new Error(`a mail could not be sent ${sender.where}: ${reasonOf(error)}`))
        return problem({ kind: 'mailFailed' })
      }
    },
    close: () => sender.close(),
  }
}
