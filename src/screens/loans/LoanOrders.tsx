import { createFileRoute } from '@tanstack/react-router'
import { readLoanOrderSearchParams } from './loanOrderSearch.ts'
import { LoanScreen } from './LoanScreen.tsx'
import { LoanListScreen } from './LoanListScreen.tsx'

export const Route = createFileRoute('/_signedIn/jiedaiOrder')({ component: LoanOrders, validateSearch: readLoanOrderSearchParams })

/** All loans, or with `?id=` one of them. */
function LoanOrders() {
  const { id, show } = Route.useSearch()
  return id === undefined ? <LoanListScreen hasEnded={show === 'ended'} /> : <LoanScreen key={id} id={id} />
}
