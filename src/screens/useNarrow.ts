import { smallWindow } from '../model/limits.ts'
import { useMedia } from '../ui/useMedia.ts'

/** 1 §2: the editor is in mobile mode when the window is not wider than the small breakpoint. */
export const useNarrow = (): boolean => useMedia(`(max-width: ${smallWindow}px)`)
