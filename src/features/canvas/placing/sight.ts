import type { Label } from '../../../model/canvas/labels.ts'
import type { Bubble, Scene } from '../../../model/canvas/scene.ts'
import type { Opened } from './opened.ts'

/** What the canvas shows around the viewport. */
export interface Sight {
  /** As it is drawn from so near. */
  readonly scene: Scene
  /** With all that is drawn apart from near. */
  readonly whole: Scene
  /** Numbers of the bubbles, ascending. */
  readonly numbers: readonly number[]
  readonly labels: ReadonlyMap<number, Label>
  readonly opened: Opened | null
}

/** What lies under a point. */
export interface Under {
  /** On the paper of an opened quirk that quirk. */
  readonly bubble: Bubble | undefined
  /** It is the paper of `bubble`, not itself. */
  readonly tray: boolean
}
