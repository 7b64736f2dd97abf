/** How much somebody may take of something: so much each second, and more at once where it was quiet before. What is too much is waited for, never dropped. */
export interface Allowance {
  perSecond: number
  atOnce: number
  /** What was taken beyond it is waited for this long at most, s; left out: until it is made up for. */
  patience?: number
}

/** Takes an amount; returns how many ms to wait before the next, 0 within the allowance. */
export function openAllowance(
  { perSecond, atOnce, patience = Number.POSITIVE_INFINITY }: Allowance,
  now: () => number = () => performance.now(),
) {
  let left = atOnce
  let at = now()
  return (amount: number): number => {
    const time = now()
    left = Math.max(Math.min(atOnce, left + ((time - at) / 1000) * perSecond) - amount, -patience * perSecond)
    at = time
    return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1000)
  }
}
