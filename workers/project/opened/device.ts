/**
 * Looks after the device that the copy lies on. Errors end here: what they say of the device is dealt with, the others are bugs. A copy that is
 * lost is said to be, and another worker takes over.
 */
import { type Problem, problem, Refusal, type Result } from '../../../src/model/problems.ts'
import type { Kept } from '../../../wasm/database/copies.ts'
import type { ProjectHost } from '../host.ts'
import type { Event } from '../sync/nextConnection.ts'
import type { Tabs } from './tabs.ts'

export interface Device {
  report(error: unknown): void
  /**
   * Of what the room says, which cannot be left out: without room for it, or where a sealed part of it does not open, the project is closed, and opens
   * again where it stood.
   */
  failed(error: unknown): void
  /** Runs what writes into the copy: a device without room refuses it, a lost copy too. */
  written<T>(body: () => Result<T>): Result<T>
  /** Runs what reads; null where the copy is lost. */
  read<T>(body: () => T): { is: T } | null
  /**
   * What is written from now on would not be found again: a browser gives a worker no other place than the one that was
   * cleared. `answers`: the copy can still be read, and what waits be sent.
   */
  lose(answers: boolean): void
  /** Sees whether the copy is still there, and how safe it lies. */
  look(): void
  /** From now on, again and again. */
  keepLooking(): void
  stopLooking(): void
  showKept(kept: Kept): void
}

export interface DeviceParts {
  host: Pick<ProjectHost, 'store' | 'after' | 'report'>
  tabs: Pick<Tabs, 'state' | 'show' | 'warn'>
  tell: (event: Event) => void
  isLost: () => boolean
  /** A copy is shown, and no other on its way. */
  isAtRest: () => boolean
  /** There is more than the device has: what another worker has left. */
  isHandedOver: () => boolean
}

/** How often it is seen to that the copy is still on the device, in ms. */
const lookEvery = 10_000
const full: Problem = { kind: 'deviceFull' }

export function openDevice({ host, tabs, tell, isLost, isAtRest, isHandedOver }: DeviceParts): Device {
  const lose = (answers: boolean) => tell({ is: 'copyLost', answers })
  const deal = (error: unknown, whenFull: () => void) => {
    const why = host.store.failure(error)
    if (why === 'full') whenFull()
    else if (why === 'lost') lose(false)
    else host.report(error)
  }
  const showKept = (kept: Kept) => {
    tabs.show({ kept })
    tell({ is: 'keeps', keeps: { isNowhereElse: kept === 'memory' || isHandedOver() } })
  }
  const look = async (): Promise<void> => {
    if (!isAtRest() || isLost()) return
    if (!(await host.store.there())) return lose(true)
    const found = await host.store.kept()
    if (found !== tabs.state.kept && !isLost()) showKept(found)
  }
  const lookNow = () => void look().catch(host.report)
  let stopLooking = () => {}
  const keepLooking = () => {
    stopLooking = host.after(lookEvery, () => {
      lookNow()
      keepLooking()
    })
  }
  return {
    report: (error) => deal(error, () => tabs.warn(full)),
    failed: (error) =>
      error instanceof Refusal
        ? tell({ is: 'failed', problem: error.problem })
        : deal(error, () => tell({ is: 'failed', problem: full })),
    written: (body) => {
      try {
        return body()
      } catch (error) {
        const why = host.store.failure(error)
        if (why === null) throw error
        if (why === 'lost') lose(false)
        return problem(why === 'full' ? full : { kind: 'copyLost' })
      }
    },
    read: (body) => {
      try {
        return { is: body() }
      } catch (error) {
        if (host.store.failure(error) !== 'lost') throw error
        lose(false)
        return null
      }
    },
    lose,
    look: lookNow,
    keepLooking,
    stopLooking: () => stopLooking(),
    showKept,
  }
}
