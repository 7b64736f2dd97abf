/**
 * A picture as a list of shapes, painted in this order: what it shows is decided once, and painted as SVG (`svgOf.ts`) or as PNG (`pngOf.ts`).
 * Always in the light look: it goes onto paper and slides. Units of shapes: px before `scale`, y downwards from the upper left corner.
 */
export type Shape =
  | { readonly kind: 'disc'; readonly x: number; readonly y: number; readonly r: number; readonly fill: string }
  | {
      readonly kind: 'line'
      readonly from: ShapePlace
      readonly to: ShapePlace
      readonly width: number
      readonly colour: string
    }
  | {
      /** Convex outlines that are one area together; `around`: so far it reaches beyond them. */
      readonly kind: 'area'
      readonly outlines: readonly (readonly ShapePlace[])[]
      readonly around: number
      readonly fill: string
    }
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly radius: number
      readonly fill: string
      readonly rim?: string
    }
  | {
      readonly kind: 'text'
      readonly text: string
      readonly x: number
      /** Of the middle of its letters, as a canvas understands "middle". */
      readonly y: number
      readonly size: number
      readonly weight: number
      readonly fill: string
      readonly anchor: 'middle' | 'start'
      /** Of the whole line, as it was measured. */
      readonly width: number
    }

interface ShapePlace {
  readonly x: number
  readonly y: number
}

export interface PictureFont {
  /** As CSS names it, with what stands in for it. */
  readonly family: string
  readonly weight: number
}

export interface Picture {
  /** Of its file, without the end. */
  readonly name: string
  /** What it shows. */
  readonly title: string
  /** Of the file, in px. */
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly background: string
  /** Of its texts; left out: the interface's. */
  readonly font?: PictureFont
  readonly shapes: readonly Shape[]
}

/** The colours of the light theme (`src/styles/tokens.css`). */
export const paper = {
  raised: '#ffffff',
  page: '#f6f4ef',
  hairline: '#e3dfd7',
  wash: '#f3f2f0',
  ink: '#20222a',
  soft: '#54575f',
} as const

export const titleWeight = 550
