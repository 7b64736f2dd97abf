/** Which dialogs of the properties are open, those of one property over the others. */
export interface PropertiesAsked {
  table: boolean
  /** The source whose properties are shown. */
  sourceId: number | null
  /** The property that is edited, or a new one. */
  property: number | 'new' | null
}

export const noneAsked: PropertiesAsked = { table: false, sourceId: null, property: null }
