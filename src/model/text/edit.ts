/**
 * The face of editing, all that the rest of the program needs: a step, what it does (applyStep), what it becomes after
 * another (mapStep), and how to make one (plainStep, diffStep).
 */
export { type Applied, applyStep } from './applyStep.ts'
export { diffStep } from './diffStep.ts'
export { backOf, deletedOf, stillAlso, stillGone, withName, withoutAlso } from './gone.ts'
export { mapPoint, mapSpan, mapStep } from './mapStep.ts'
export { type PlainChange, plainStep } from './plainStep.ts'
export {
  areGives,
  areIds,
  type Back,
  type EditStep,
  type Fragment,
  type Gives,
  type Gone,
  stepFits,
  stepLength,
  type TextStep,
} from './step.ts'
