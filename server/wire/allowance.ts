/** How much one socket may send: so much each second, and more at once where it was quiet before. What is too much is waited for, never dropped. */
export interface Allowance {
  perSecond: number
  atOnce: number
}

/** Takes an amount; returns how many ms to wait before the next, 0 within the allowance. */
export function openAllowance({ perSecond, atOnce }: Allowance, now: () => number = () => performance.now()) {
  let left = atOnce
  let at = now()
  return (amount: number): number => {
    const time = now()
    left = Math.min(atOnce, left + ((time - at) / 1000) * perSecond) - amount
    at = time
    return left >= 0 ? 0 : Math.ceil((-left / perSecond) * 1000)
  }
}
