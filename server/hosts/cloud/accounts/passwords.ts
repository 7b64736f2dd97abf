/**
 * The hashes of passwords (argon2id, PHC strings). The exact bytes count: nothing is trimmed or normalised.
 *
 * Promises: at most two hashes are made at a time, in the thread pool, and few wait: a flood of tries is refused, and costs others
 * no more than a moment.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { problem, type Result } from '../../../../src/model/problems.ts'
import { isTooLong } from '../../../../src/model/rules/passwords.ts'

/** KiB, passes, lanes. Whoever raises them: hashes follow when their people sign in. */
export interface Cost {
  memory: number
  passes: number
  parallelism: number
}
export const usualCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }

const atOnce = 2
const mostWaiting = 64
/** Of one caller: a flood does not fill the queue for others. */
const mostOfOne = 16

export interface Passwords {
  /** The PHC string. `caller`: in whose name one waits. Problems: tooManyTries. */
  hash(password: string, caller: string): Promise<Result<string>>
  /** `stored`: a PHC string; undefined: the same work is done for nobody, and the answer is no. Problems: tooManyTries. */
  verify(password: string, stored: string | undefined, caller: string): Promise<Result<boolean>>
  /** Whether a PHC string was made at another cost. */
  isDated(stored: string): boolean
}

/** `worker`: what does the work, Node's own unless a test counts it. */
export function openPasswords(cost: Cost = usualCost, worker: typeof argon2 = argon2): Passwords {
  const queue: { caller: string; begin: () => void }[] = []
  let running = 0
  /** The place of what is done goes to the first that waits. */
  const next = () => {
    const first = queue.shift()
    if (first) first.begin()
    else running -= 1
  }
  /** `work` when its turn comes; null where too many wait. */
  const inTurn = async <T>(caller: string, work: () => Promise<T>): Promise<T | null> => {
    if (running >= atOnce) {
      if (queue.length >= mostWaiting || queue.filter((each) => each.caller === caller).length >= mostOfOne) return null
      await new Promise<void>((resolve) => {
        queue.push({ caller, begin: resolve })
      })
    } else running += 1
    try {
      return await work()
    } finally {
      next()
    }
  }
  const derive = (password: string, nonce: Buffer, its: Cost, tagLength: number) =>
    new Promise<Buffer>((resolve, reject) => {
      worker('argon2id', { message: Buffer.from(password, 'utf8'), nonce, tagLength, ...its }, (error, derived) =>
        error ? reject(error) : resolve(derived),
      )
    })
  const busy = problem({ kind: 'tooManyTries', wait: 2 })
  const nobody = `${head(cost)}$${base64(randomBytes(16))}$${base64(randomBytes(32))}`
  return {
    hash: async (password, caller) => {
      const salt = randomBytes(16)
      const made = await inTurn(caller, () => derive(password, salt, cost, 32))
      return made ? { ok: `${head(cost)}$${base64(salt)}$${base64(made)}` } : busy
    },
    verify: async (password, stored, caller) => {
      const { cost: its, salt, hash } = parse(stored ?? nobody)
      // What is longer was never taken: not more work than for any other.
      const tried = isTooLong(password) ? '' : password
      const made = await inTurn(caller, () => derive(tried, salt, its, hash.length))
      if (!made) return busy
      return { ok: timingSafeEqual(made, hash) && stored !== undefined && tried === password }
    },
    isDated: (stored) => !stored.startsWith(`${head(cost)}$`),
  }
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')
const head = ({ memory, passes, parallelism }: Cost): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`

function parse(phc: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!found) throw new Error('a stored password is not an argon2id hash')
  const [, memory, passes, parallelism, salt = '', hash = ''] = found
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}
