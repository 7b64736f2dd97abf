/** The values of a cell: split on commas, without the blanks around them, none of them empty (specification 2 §5). */
export const valuesOf = (cell: string): string[] =>
  (cell.includes(',') ? cell.split(',') : [cell]).map((value) => value.trim()).filter((value) => value !== '')
