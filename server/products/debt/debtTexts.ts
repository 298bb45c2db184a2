import type { TranslatableText } from '../../core/i18n.ts'

/** Who borrows and what for, of each example project (docs/rules/seed-data.md). */
export const exampleDebtProjectTexts: Readonly<Record<string, { borrower: TranslatableText; purpose: TranslatableText }>> = {
  'clinic-penang': {
    borrower: /*i18n*/ { id: 'debt.clinic-penang.borrower', message: 'Hillside Clinic, Penang (example borrower)' },
    purpose: /*i18n*/ { id: 'debt.clinic-penang.purpose', message: 'An ultrasound scanner and two dialysis places' },
  },
  'cold-store-da-nang': {
    borrower: /*i18n*/ { id: 'debt.cold-store-da-nang.borrower', message: 'Han River Cold Store, Da Nang (example borrower)' },
    purpose: /*i18n*/ { id: 'debt.cold-store-da-nang.purpose', message: 'Solar panels on the roof of a cold store for fish and fruit' },
  },
  'fishing-boats': {
    borrower: /*i18n*/ { id: 'debt.fishing-boats.borrower', message: 'North Bay Fishing Co-operative (example borrower)' },
    purpose: /*i18n*/ { id: 'debt.fishing-boats.purpose', message: 'New engines for four boats before the season' },
  },
}
