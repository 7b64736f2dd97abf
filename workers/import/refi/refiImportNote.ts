/** What is to be known of a project of the exchange format. */

/** Counted only. */
export type RefiCount =
  // as of any text
  | 'paragraphsSplit'
  | 'charactersReplaced'
  | 'windows1252'
  // kept, but elsewhere or otherwise
  | 'refiDeepCodes'
  | 'refiFolders'
  | 'refiNotesOnCodes'
  | 'refiNotesAsSources'
  | 'refiWholeTexts'
  | 'refiOverlaps'
  | 'refiOutside'
  | 'refiNoPlace'
  | 'refiUndated'
  | 'refiCut'
  // not kept
  | 'refiEmptySelections'
  | 'refiFreeSelections'
  | 'refiUnknownCodes'
  | 'refiWithoutText'
  | 'refiTextsMissing'
  | 'refiTextsEmpty'
  | 'refiFormatting'
  | 'refiPdfs'
  | 'refiPictures'
  | 'refiMedia'
  | 'refiSounds'
  | 'refiPdfAreas'
  | 'refiPictureAreas'
  | 'refiMediaAreas'
  | 'refiSyncPoints'
  | 'refiLinks'
  | 'refiGraphs'
  | 'refiGraphParts'
  | 'refiNoteParts'
  | 'refiSetNotes'
  | 'refiDescriptions'
  | 'refiCaseCodes'
  | 'refiCaseSelections'
  | 'refiCaseValues'
  | 'refiVariables'
  | 'refiReferences'

export type RefiNote =
  | { kind: RefiCount; file: string; count: number }
  /** Elements that the format does not know, by name. */
  | { kind: 'refiUnknown'; file: string; names: string }
  /** How the positions were counted; `same`: these texts do not tell, and it makes no difference. */
  | {
      kind: 'refiPositions'
      file: string
      origin: string
      unit: 'codePoint' | 'utf16' | 'same'
      breaks: 'inFile' | 'one' | 'two' | 'same'
      mark: 'counted' | 'passed' | 'same'
      end: 'inclusive' | 'exclusive'
      certainty: 'sure' | 'likely' | 'guess'
    }
