import { Trans, useLingui } from '@lingui/react/macro'
import { useRecentSearches } from '#device/recentSearches.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Search } from '#ui/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { MarketRow } from '#widgets/MarketRow.tsx'
import { useListedMarkets } from '#widgets/useListedMarkets.ts'
import { PlaceRow } from './PlaceRow.tsx'
import styles from './Search.module.css'
import { useNamedPlaces } from './useFoundPlaces.ts'

const suggested: readonly string[] = ['deposit', 'alerts', 'articles', 'support']
const marketsShown = 3

/** Before anything is typed: what was looked for last, and what others look for. */
export function Beginning({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useLingui()
  const { searches, forgetAll } = useRecentSearches()
  const { markets = [] } = useListedMarkets()
  const hot = markets.toSorted((a, b) => a.hot - b.hot).slice(0, marketsShown)
  const places = useNamedPlaces().filter(({ screen }) => suggested.includes(screen))
  return (
    <div className={styles.results}>
      {searches.length > 0 && (
        <Section
          title={t`Recent searches`}
          action={
            <Button kind="quiet" size="small" onClick={forgetAll}>
              <Trans>Clear</Trans>
            </Button>
          }
        >
          <Card flush>
            {searches.map((text) => (
              <ListRow key={text} leading={<Search />} title={text} onClick={() => onChoose(text)} />
            ))}
          </Card>
          <p className={styles.quiet}>
            <Trans>Kept on this device only.</Trans>
          </p>
        </Section>
      )}
      <Section title={t`Suggestions`}>
        <Card flush className={styles.card}>
          {hot.map((market) => (
            <MarketRow key={market.symbol} market={market} />
          ))}
          {places.map((place) => (
            <PlaceRow key={place.key} place={place} />
          ))}
        </Card>
      </Section>
    </div>
  )
}
