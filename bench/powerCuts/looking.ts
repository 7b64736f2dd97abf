/** Whoever looks on is not to be kept from it by a fault, nor to use it up: `recorder.c` lets all pass meanwhile. Of the main thread alone. */
export function looking<T>(look: () => T): T {
  process.env.LOOKING = '1'
  try {
    return look()
  } finally {
    process.env.LOOKING = '0'
  }
}
