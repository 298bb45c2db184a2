/** '2026-11' → 'November 2026'. */
export const formatMonthName = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(
    new Date(Number(month.slice(0, 4)), Number(month.slice(5)) - 1, 15),
  )
