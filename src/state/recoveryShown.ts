/** Whether a recovery code is on the screen, which is shown once: until it is said to be kept, nothing may take it away. */
let shown = 0

export const isRecoveryShown = (): boolean => shown > 0

/** Returns the end of it. */
export function showRecovery(): () => void {
  shown += 1
  return () => {
    shown -= 1
  }
}
