import { Trans, useLingui } from '@lingui/react/macro'
import { accountTypes } from '#contract/constants.ts'
import { setDevicePreference } from '#device/preferences.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import type { ContractTradingAdapter } from './tradingAdapter.ts'
import styles from './ContractTradeView.module.css'

/** Where no position is open: what will be here, how one comes about, and where it can be tried. */
export function FirstPositionSteps({ desk }: { desk: ContractTradingAdapter }) {
  const { t } = useLingui()
  return (
    <EmptyState
      text={t`Your open positions will be here: result, margin and how far the close-out is.`}
      action={
        <>
          <ol className={styles.steps}>
            <li>
              <Trans>Long gains when the price rises, short when it falls.</Trans>
            </li>
            <li>
              <Trans>
                Margin and leverage set the size. The lines under them say the fee, the close-out price and the most you can lose.
              </Trans>
            </li>
            <li>
              <Trans>Review and confirm. It runs until you close it, or a stop or the close-out does.</Trans>
            </li>
          </ol>
          {desk.book === accountTypes.real ? (
            <Button kind="secondary" onClick={() => setDevicePreference('accountType', accountTypes.demo)}>
              <Trans>Use the demo book</Trans>
            </Button>
          ) : (
            <ButtonLink to={path.article} search={{ id: 'contracts-step-by-step' }} kind="secondary">
              <Trans>Contracts, step by step</Trans>
            </ButtonLink>
          )}
        </>
      }
    />
  )
}
