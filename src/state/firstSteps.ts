/** The first steps in the sample project: shown once, when it was just made, and gone as soon as somebody leaves them or loads the page anew. */
import { proxy } from 'valtio'

/** `uuid`: of the project in which they are shown; null: nowhere. */
export const firstSteps = proxy<{ uuid: string | null }>({ uuid: null })
