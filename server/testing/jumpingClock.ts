/**
 * A clock that jumps: read before a program (`node --import`), it puts `Date.now` and `new Date()` of all its threads hours back and forth, several times
 * a second. `THICKET_JUMPS`: the seed; `THICKET_RESTS`: for how many ms it stays where it is. Timers and `performance.now` go on as ever.
 */
const real = Date
const seed = Number(process.env.THICKET_JUMPS ?? 1)
/** ms that it stays where it is. */
const rests = Number(process.env.THICKET_RESTS ?? 400)
const furthest = 6 * 3_600_000

/** The same in all threads at one time, without a word between them. */
const offsetAt = (time: number): number => {
  const turn = Math.floor(time / rests)
  let mixed = Math.imul(turn ^ seed, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = (mixed ^ (mixed >>> 13)) >>> 0
  return Math.round((mixed / 2 ** 32 - 0.5) * 2 * furthest)
}
const now = (): number => {
  const time = real.now()
  return time + offsetAt(time)
}

globalThis.Date = new Proxy(real, {
  construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
