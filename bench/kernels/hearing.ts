import type { Columns, ColumnsListener } from '../../wasm/kernels/columns/columns.ts'

/** The columns, and a way to have given up what is counted along with them. */
export function hearing(columns: Columns): { columns: Columns; drop: () => void } {
  const listeners: ColumnsListener[] = []
  const listen = (listener: ColumnsListener) => {
    listeners.push(listener)
    columns.listen(listener)
  }
  return {
    columns: Object.create(columns, { listen: { value: listen } }) as Columns,
    drop: () => {
      for (const listener of listeners) listener.drop()
    },
  }
}
