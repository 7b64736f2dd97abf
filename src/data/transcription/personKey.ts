/**
 * The key by which a person opens their transcripts (2 §4, modes 2 and 3). It lies with the account, sealed by the account's password; opened, it is in
 * the memory of this page alone, until they sign out.
 */
import { subscribe } from 'valtio'
import type { UserData } from '../../model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import { api } from '../server/server.ts'
import { accountKey, correctAccount, session } from '../server/session.ts'
import { type PersonKey, withTranscriber } from './transcriber.ts'

let opened: (PersonKey & { account: string }) | null = null

subscribe(session, () => {
  if (opened && session.account?.id !== opened.account) opened = null
})

/** What the server knows of the person now. Problems: the server's, cannotConnect. */
export async function ownData(): Promise<Result<UserData>> {
  const answer = await api('GET /web/api/user/data')
  if (isProblem(answer)) return answer
  const { transcription_key: kept } = answer.ok.account
  // Set anew elsewhere, with the password: what was opened here opens nothing more.
  if (opened && (kept === null || publicKeyIn(kept) !== opened.publicKey)) opened = null
  correctAccount(answer.ok.account)
  return answer
}

/** The key where its password was given since this page was loaded; else null. */
export const openedKey = (): PersonKey | null => (opened?.account === accountKey() ? opened : null)

/** Mode 2: opens the key, or makes it where the account has none yet. Problems: wrongPassword, those of `ownData`. */
export async function openOrMakeKey(password: string): Promise<Result<void>> {
  const data = await ownData()
  if (isProblem(data)) return data
  const { transcription_key: kept } = data.ok.account
  return kept === null ? makeKey(password) : openKept(kept, password)
}

/** Mode 3: opens the key of the account, which has one. Problems: wrongPassword, those of `ownData`. */
export async function openKey(password: string): Promise<Result<void>> {
  const data = await ownData()
  if (isProblem(data)) return data
  const { transcription_key: kept } = data.ok.account
  return kept === null ? problem({ kind: 'wrongPassword' }) : openKept(kept, password)
}

/**
 * The key of the account for another password of it; undefined: there is none, or the former password does not open it. Problems: those of `ownData`: whoever
 * changed the password without it would lose what it opens.
 */
export async function resealedKey(oldPassword: string, newPassword: string): Promise<Result<string | undefined>> {
  const data = await ownData()
  if (isProblem(data)) return data
  const { transcription_key: kept } = data.ok.account
  if (kept === null) return ok(undefined)
  const sealed = await withTranscriber(async (worker) => worker.resealKey(kept, oldPassword, newPassword))
  if (isProblem(sealed)) return sealed
  return ok(isProblem(sealed.ok) ? undefined : sealed.ok.ok)
}

async function makeKey(password: string): Promise<Result<void>> {
  const made = await withTranscriber(async (worker) => worker.makeKey(password))
  if (isProblem(made)) return made
  const { kept, publicKey, privateKey } = made.ok
  // The server takes it only under the password of the account.
  const answer = await api('PUT /web/api/user/transcriptionKey', { body: { key: kept, password } })
  if (isProblem(answer)) return answer
  const { transcription_key: now } = answer.ok
  if (session.account) correctAccount({ ...session.account, transcription_key: now })
  // Another browser of theirs was first.
  if (now !== kept) return openKept(now, password)
  opened = { publicKey, privateKey, account: accountKey() }
  return ok(undefined)
}

async function openKept(kept: string, password: string): Promise<Result<void>> {
  const answer = await withTranscriber(async (worker) => worker.openKey(kept, password))
  if (isProblem(answer)) return answer
  const key = answer.ok
  if (isProblem(key)) return key
  opened = { ...key.ok, account: accountKey() }
  return ok(undefined)
}

function publicKeyIn(kept: string): unknown {
  try {
    return (JSON.parse(kept) as { publicKey?: unknown } | null)?.publicKey
  } catch {
    return undefined
  }
}
