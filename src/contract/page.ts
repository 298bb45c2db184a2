import * as z from 'zod/mini'

/** A whole number of a request, both ends included: as text in a query string, or as a JSON number in a body. */
export const integerParamBetween = (minimum: number, maximum: number) =>
  z.pipe(
    z.union([z.string().check(z.regex(/^-?\d{1,15}$/)), z.int()]),
    z.pipe(
      z.transform((value: string | number) => Number(value)),
      z.int().check(z.minimum(minimum), z.maximum(maximum)),
    ),
  )

/** Paging of docs/rules/wire.md: pageNo from 1, pageSize 1..100, default 10. */
export const pagingParams = {
  pageNo: z._default(integerParamBetween(1, 1_000_000), 1),
  pageSize: z._default(integerParamBetween(1, 100), 10),
}

/** A page of records, newest first; past the last page `records` is empty. */
export const pageOfRecordsSchema = <R extends z.ZodMiniType>(record: R) =>
  z.object({ records: z.array(record), total: z.int(), size: z.int(), current: z.int(), pages: z.int() })

/** A comma-separated list in a query string. */
export const csvQueryParamUpTo = (most: number) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => text.split(',').filter(Boolean)),
      z.array(z.string()).check(z.maxLength(most)),
    ),
  )
