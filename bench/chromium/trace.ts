/** A recorded trace of a page's main thread: every task with the part of the journey that it began in. */
import type { CDPSession, Page } from 'playwright-core'
import { progressed } from '../progress.ts'

export interface Task {
  /** The last mark before it. */
  part: string
  ms: number
  /** Of these, ms in which the thread had a processor. */
  busy: number
}

export interface Trace {
  /** From now on tasks belong to this part. */
  part(name: string): Promise<void>
  end(): Promise<Task[]>
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs. */
  ts: number
  dur?: number
  tdur?: number
}

const prefix = 'bench:'
const task = 'RunTask'

export async function record(page: Page): Promise<Trace> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === task || event.name.startsWith(prefix)) events.push(event)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'] },
  })
  return {
    part: (name) => {
      progressed(name)
      return page.evaluate((mark) => void performance.mark(mark), prefix + name)
    },
    end: async () => {
      await stop(session)
      await session.detach()
      return tasksOf(events)
    },
  }
}

async function stop(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await complete
}

function tasksOf(events: readonly TraceEvent[]): Task[] {
  const marks = events.filter(({ name }) => name.startsWith(prefix)).sort((a, b) => a.ts - b.ts)
  const [first] = marks
  const onThread = events.filter(({ name, pid, tid }) => name === task && pid === first?.pid && tid === first.tid)
  return onThread.map(({ ts, dur = 0, tdur = dur }) => {
    // What runs when a part is named belongs to the part before it.
    const part = marks.findLast((mark) => mark.ts <= ts)?.name.slice(prefix.length) ?? 'start-up'
    return { part, ms: dur / 1000, busy: tdur / 1000 }
  })
}
