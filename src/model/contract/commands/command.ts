/** What a command says of itself, and the shapes that many commands have in common. */
import { z } from 'zod'

/** Its arguments, by which those from outside are checked; what it returns is a type alone. */
export interface Command<Fields extends z.ZodRawShape, Result> {
  readonly args: z.ZodObject<Fields, z.core.$strict>
  readonly result?: (result: Result) => Result
}

export const returns =
  <Result>() =>
  <Fields extends z.ZodRawShape>(fields: Fields): Command<Fields, Result> => ({ args: z.strictObject(fields) })

export const returnsNothing = returns<void>()
/** Of what it makes. */
export const returnsId = returns<number>()

export const id = z.int()
export const ids = z.array(id)
export const text = z.string()
export const flag = z.boolean()
/** A place on the canvas. */
export const place = z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
export const maybe = z.exactOptional

/** Another type than what is checked from outside: the handler checks the rest itself, or the value has another form inside the program. */
export const takenAs = <Type>(shape: z.ZodType): z.ZodType<Type> => shape as z.ZodType<Type>

export const answer = { sourceId: id, questionId: id }

/** Positions are half-open, in UTF-16 units of the answer's plain text. */
export const passage = { ...answer, start: z.int(), length: z.int() }

/**
 * `tick`: of the text that the positions are from (see the query `answer`); where others have changed it since, they are moved along.
 * Without one they are those of the text as it is.
 */
export const seen = { tick: z.int().optional() }
