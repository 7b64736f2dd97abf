/** How routes answer: a failure as `{ problem }` under the status that fits. */
import type { Context } from 'hono'
import type { z } from 'zod'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import { parsed, readShape } from '../base/readShape.ts'
import { readBody } from './readBody.ts'

export type Status = 200 | 400 | 401 | 402 | 403 | 404 | 409 | 413 | 423 | 429 | 500 | 503 | 507

const statuses: Partial<Record<Problem['kind'], Status>> = {
  fileExists: 409,
  copyOntoItself: 409,
  projectNotFound: 404,
  backupNotFound: 404,
  versionNotFound: 404,
  soundNotFound: 404,
  fileNotFound: 404,
  folderNotFound: 404,
  accessRevoked: 403,
  noPermission: 403,
  readOnly: 403,
  notSignedIn: 401,
  accountDeleted: 401,
  accountDisabled: 403,
  emailUnproven: 403,
  notAdmitted: 403,
  signInAgain: 403,
  mayNotCreate: 403,
  onlySignIn: 409,
  wrongSignIn: 401,
  codeNeeded: 401,
  wrongCode: 401,
  factorDemanded: 403,
  notOperator: 403,
  wrongPassword: 403,
  tooManyTries: 429,
  accountNotFound: 404,
  emailTaken: 409,
  emailByOperator: 409,
  projectNameTaken: 409,
  tooManyProjects: 409,
  sharedProjects: 409,
  socketClosed: 409,
  protectionChanged: 409,
  quotaExceeded: 413,
  mailFailed: 500,
  noPayments: 404,
  paymentRequired: 402,
  noSubscription: 402,
  trialling: 409,
  alreadySubscribed: 409,
  paymentUnavailable: 500,
  projectLocked: 423,
  fileTooLarge: 413,
  storageFailed: 500,
  diskFull: 507,
  // Not 503, which a page takes for a server that is away.
  folderNotAnswering: 500,
  noTrash: 500,
  cannotSave: 500,
  serverStarting: 503,
}

/** Where a call declares no other for it. */
export const statusOf = ({ kind }: Problem): Status => statuses[kind] ?? 400

export const failed = (context: Context, found: Problem, status: Status = statusOf(found)) => {
  if (found.kind === 'tooManyTries') context.header('Retry-After', String(found.wait))
  return context.json({ problem: found }, status)
}

/** Said to whoever has too much in the works: nothing is done, and later it may be. */
export const busy: Problem = { kind: 'tooManyTries', wait: 10 }

/** Bodies of the bridge are small; pushes have a limit of their own. */
const mostBytes = 1024 * 1024

/** The JSON body in its shape. Problems: badRequest, fileTooLarge. */
export async function bodyOf<T>(context: Context, shape: z.ZodType<T>, most = mostBytes): Promise<Result<T>> {
  const bytes = await readBody(context, most)
  if (isProblem(bytes)) return bytes
  return readShape(shape, parsed(bytes.ok))
}
