/**
 * Answers: how long the trial of a desktop lasts, and whether its activation is to be asked for (2 §4, Trial).
 * Promises: nothing but instants counts, whatever the time zone or the season; a skip is never taken back; an activated one stays so.
 */
import { trial as limits } from '../../limits.ts'

/** 2 §3. Times are ms since 1970. */
export interface Trial {
  /** false: activated. */
  trial: boolean
  trialStarted: number | null
  trialExtensionDays: number
  activationSkipped: boolean
}

/** 2 §3: what is kept of it, as the numbers of a release. */
export interface Release {
  /** Not 0: activated. */
  releaseMajorVersion: number
  /** When the trial was started. */
  releaseDate: number | null
  /** Days of extension. */
  releaseMinorVersion: number
}

/** More days are given by nobody. */
export const mostExtensionDays = 3660

export const newTrial: Trial = { trial: true, trialStarted: null, trialExtensionDays: 0, activationSkipped: false }
export const activated = (trial: Trial): Trial => ({ ...trial, trial: false })

/** `skipped`: a release does not say it. */
export const trialOf = (release: Release, skipped: boolean): Trial => ({
  trial: release.releaseMajorVersion === 0,
  trialStarted: release.releaseDate,
  trialExtensionDays: release.releaseMinorVersion,
  activationSkipped: skipped,
})

export const releaseOf = ({ trial, trialStarted, trialExtensionDays }: Trial): Release => ({
  releaseMajorVersion: trial ? 0 : 1,
  releaseDate: trialStarted,
  releaseMinorVersion: trialExtensionDays,
})

/** Days that are left, 0 and less when it is over. A start that is still to come, after a clock was set back, is none that has passed. */
export function daysLeft({ trialStarted, trialExtensionDays }: Trial, now: number): number {
  if (trialStarted === null) return limits.days
  return limits.days - Math.max(0, Math.floor((now - trialStarted) / limits.dayMs)) + trialExtensionDays
}

/** Whether the page is to lead to /activation. */
export const asksActivation = (trial: Trial, now: number): boolean =>
  trial.trial && (!trial.activationSkipped || daysLeft(trial, now) <= 0)

/** Ours: with the first skip the trial begins, since one that never began would never end. */
export const skipped = (trial: Trial, now: number): Trial => ({
  ...trial,
  trialStarted: trial.trialStarted ?? now,
  activationSkipped: true,
})

/** The days are all that it has of extensions: they do not add up. */
export function extended(trial: Trial, days: number, now: number): Trial {
  const started = trial.trialStarted ?? now
  const moved = now - started > limits.longestMs ? now - limits.longestMs : started
  return skipped({ ...trial, trialStarted: moved, trialExtensionDays: days }, now)
}
