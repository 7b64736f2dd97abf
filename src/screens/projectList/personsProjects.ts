import type { PersonsProjects } from '../../data/copies/sendWaitingSteps.ts'
import { accountKey } from '../../data/server/session.ts'
import { openOptions } from '../workspace/useHeldProject.ts'
import { listed } from './useProjectList.ts'

/** Of whoever is here now. */
export const personsProjects = (): PersonsProjects => ({ account: accountKey(), listed, optionsOf: openOptions })
