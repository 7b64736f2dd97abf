/** Whoever looks on is not to be kept from it by a fault, nor to use it up: `recorder.c` lets all pass meanwhile. Of the main thread alone. */
export function looking<T>(look: () => T): T {
  process.env.LOOKING = '1'
  try {
    return look()
  } finally {
    process.env.LOOKING = '0'
  }
}

/** What is done meanwhile, below what is being done already: of it `recorder.c` makes the kinds of calls. */
export async function doing<T>(what: string, body: () => Promise<T>): Promise<T> {
  const before = process.env.DOING
  process.env.DOING = before ? `${before}, ${what}` : what
  try {
    return await body()
  } finally {
    process.env.DOING = before ?? ''
  }
}
