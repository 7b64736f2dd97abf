/**
 * The token that a worker sends. Tokens of accounts run out: the page hands over each new one, and is asked for one where the
 * server has refused what there is.
 */
export interface HeldToken {
  now(): string
  set(token: string): void
  /** Waits for another than the refused one; false: none came in time. */
  renewed(refused: string): Promise<boolean>
  /** Whoever can get a new one is asked by `ask`. */
  onWanted(ask: (refused: string) => void): void
}

/** How long the page may take to get a new one, in ms. */
const patience = 20_000

export function holdToken(first: string, after: (milliseconds: number, run: () => void) => () => void): HeldToken {
  let token = first
  let ask: (refused: string) => void = () => {}
  const waiting = new Set<() => void>()
  return {
    now: () => token,
    set: (given) => {
      if (given === token) return
      token = given
      for (const go of [...waiting]) go()
    },
    renewed: (refused) => {
      if (token !== refused) return Promise.resolve(true)
      return new Promise((resolve) => {
        const done = () => {
          stop()
          waiting.delete(done)
          resolve(token !== refused)
        }
        const stop = after(patience, done)
        waiting.add(done)
        ask(refused)
      })
    },
    onWanted: (listener) => {
      ask = listener
    },
  }
}

/** Asks with the token; where that has run out, once more with another. */
export async function withToken<A extends { status: number }>(
  tokens: HeldToken,
  ask: (token: string) => Promise<A>,
): Promise<A> {
  const sent = tokens.now()
  const answer = await ask(sent)
  return answer.status === 401 && (await tokens.renewed(sent)) ? ask(tokens.now()) : answer
}
