/** A recording that is played: a value of where it stands, and what can be done to it. The browser plays it; this knows no page. */
import { proxy } from 'valtio'
import { isProblem, type Problem, type Result } from '../../../model/problems.ts'

export interface Playing {
  /** `none`: nobody has asked for its sound yet. */
  sound: 'none' | 'coming' | 'here'
  isPlaying: boolean
  /** ms from its beginning. */
  at: number
  /** ms; what is known of it until the sound says it. */
  length: number
  speed: number
}

export const speeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2]
/** ms that it goes back by where it is paused, so that nobody loses the beginning of a word. */
const backOnPause = 2000
/** ms of the recording after which the page is told where it stands; whoever listens is told with each frame. */
const tellEvery = 200

export interface Player {
  readonly state: Playing
  toggle(): Promise<void>
  /** `isToPlay`: from there on; left out, it goes on as it was. */
  seek(ms: number, isToPlay?: boolean): Promise<void>
  /** Plays from there to there, in ms, and stops. */
  playPart(from: number, to: number): Promise<void>
  setSpeed(speed: number): void
  /** Null: it is not there yet. */
  recorded(): Blob | null
  /** Called often while it plays, and once where it has gone elsewhere. */
  onMove(listener: (ms: number) => void): () => void
  close(): void
}

interface Recorded {
  milliseconds: number
  type: string
  /** Where its place is kept from visit to visit; null: nowhere. */
  key: string | null
  hear(): Promise<Result<Uint8Array<ArrayBuffer>>>
  onProblem(problem: Problem): void
  /** The browser does not know how it is written. */
  onUnplayable(): void
}

/** One recording sounds at a time. */
let sounding: HTMLAudioElement | null = null

export function openPlayer({ milliseconds, type, key, hear, onProblem, onUnplayable }: Recorded): Player {
  const audio = new Audio()
  const listeners = new Set<(ms: number) => void>()
  const kept = (key !== null && Number(localStorage.getItem(key))) || 0
  const state = proxy<Playing>({ sound: 'none', isPlaying: false, at: kept, length: milliseconds, speed: 1 })
  let coming: Promise<boolean> | null = null
  let frame = 0
  let url: string | null = null
  let recorded: Blob | null = null
  /** ms at which it stops, where only a part is played. */
  let until = Number.POSITIVE_INFINITY

  const moved = () => {
    const ms = Math.round(audio.currentTime * 1000)
    if (audio.paused || Math.abs(ms - state.at) >= tellEvery) state.at = ms
    for (const listener of listeners) listener(ms)
    if (ms < until) return
    until = Number.POSITIVE_INFINITY
    audio.pause()
  }
  const follow = () => {
    moved()
    frame = requestAnimationFrame(follow)
  }
  audio.addEventListener('play', () => {
    if (sounding !== audio) sounding?.pause()
    sounding = audio
    state.isPlaying = true
    cancelAnimationFrame(frame)
    follow()
  })
  audio.addEventListener('pause', () => {
    state.isPlaying = false
    cancelAnimationFrame(frame)
  })
  audio.addEventListener('seeked', moved)
  // Some four times a second: a page that is closed does not say so before.
  audio.addEventListener('timeupdate', () => {
    if (key !== null) localStorage.setItem(key, String(Math.round(audio.currentTime * 1000)))
  })
  audio.addEventListener('durationchange', () => {
    if (Number.isFinite(audio.duration)) state.length = Math.round(audio.duration * 1000)
  })

  const fetched = async (): Promise<boolean> => {
    state.sound = 'coming'
    const heard = await hear()
    if (isProblem(heard)) {
      state.sound = 'none'
      onProblem(heard.problem)
      return false
    }
    recorded = new Blob([heard.ok], { type })
    url = URL.createObjectURL(recorded)
    const ready = new Promise<boolean>((resolve) => {
      audio.addEventListener('loadedmetadata', () => resolve(true), { once: true })
      audio.addEventListener('error', () => resolve(false), { once: true })
    })
    audio.src = url
    audio.playbackRate = state.speed
    const isThere = await ready
    state.sound = isThere ? 'here' : 'none'
    if (isThere) audio.currentTime = state.at / 1000
    else onUnplayable()
    return isThere
  }
  const whenHere = async (): Promise<boolean> => {
    coming ??= fetched()
    const isHere = await coming
    if (!isHere) coming = null
    return isHere
  }

  /** Who pauses before it has begun is no failure. */
  const plays = () => audio.play().catch(() => {})

  return {
    state,
    toggle: async () => {
      if (!(await whenHere())) return
      until = Number.POSITIVE_INFINITY
      if (audio.paused) return plays()
      audio.pause()
      audio.currentTime = Math.max(0, audio.currentTime - backOnPause / 1000)
    },
    seek: async (ms, isToPlay) => {
      if (!(await whenHere())) return
      until = Number.POSITIVE_INFINITY
      audio.currentTime = Math.min(Math.max(0, ms), state.length) / 1000
      if (isToPlay && audio.paused) await plays()
    },
    playPart: async (from, to) => {
      if (!(await whenHere())) return
      audio.currentTime = from / 1000
      until = to
      await plays()
    },
    setSpeed: (speed) => {
      state.speed = speed
      audio.playbackRate = speed
    },
    recorded: () => recorded,
    onMove: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      cancelAnimationFrame(frame)
      audio.pause()
      if (sounding === audio) sounding = null
      audio.removeAttribute('src')
      if (url) URL.revokeObjectURL(url)
      listeners.clear()
    },
  }
}
