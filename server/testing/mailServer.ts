/** A mail server on loopback that keeps what it is sent. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** For `THICKET_MAIL`. */
  readonly address: string
  /** Whether it takes mails. */
  takes: boolean
  /** As texts, each with its head. */
  readonly mails: string[]
  close(): void
}

export async function openMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: (_, __, done) => done(opened.takes ? null : new Error('no')),
    onData: (stream, _, done) => {
      let text = ''
      stream
        .on('data', (piece) => (text += piece))
        .on('end', () => {
          opened.mails.push(text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
          done()
        })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const opened: MailServer = {
    address: `smtp://127.0.0.1:${port}`,
    takes: true,
    mails: [],
    close: () => void server.close(),
  }
  return opened
}

/** The one-time link of the last mail to an address, once it has come. */
export async function linkIn(mails: () => string[], email: string): Promise<string> {
  for (;;) {
    const found = mails().findLast((mail) => mail.includes(`To: ${email}`) && /\?\w+=[\w-]{43}/.test(mail))
    if (found) return /\?\w+=([\w-]{43})/.exec(found)?.[1] as string
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
