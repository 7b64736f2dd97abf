/** What a processor has spent on this thread so far, ms: while others have the processor it stands still, as no clock does. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
