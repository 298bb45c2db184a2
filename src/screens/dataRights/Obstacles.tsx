import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Deletion } from '#contract/calls/dataRights.ts'
import { ChevronRight } from '#ui/icons.tsx'
import { RowContent, rowClasses } from '#ui/ListRow.tsx'

type Obstacle = Deletion['obstacles'][number]

/** What has to be over before an account can go, each with the way to where it is looked after. */
export function Obstacles({ obstacles }: { obstacles: readonly Obstacle[] }) {
  const { t } = useLingui()
  const router = useRouter()
  const words: Record<Obstacle['kind'], string> = {
    balance: t`There is money in the account: withdraw it`,
    position: t`Open positions: close them`,
    order: t`Waiting orders: cancel them`,
    product: t`Running products: leave them or let them end`,
    loan: t`Open loans: repay them`,
    deposit: t`A deposit is on its way`,
    withdrawal: t`A withdrawal is on its way`,
    competition: t`You are in a competition: leave it`,
  }
  const go = (event: MouseEvent, link: string) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(link)
  }
  return (
    <ul>
      {obstacles.map(({ kind, link }) => (
        <li key={link + kind}>
          <a href={link} className={rowClasses} onClick={(event) => go(event, link)}>
            <RowContent title={words[kind]} trailing={<ChevronRight />} />
          </a>
        </li>
      ))}
    </ul>
  )
}
