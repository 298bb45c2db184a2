import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProductAvailabilityByKind } from '#contract/calls/account.ts'
import { useAccountScreenTone } from '#api/accountType.ts'
import { saveOrQueueUserSettings } from '#api/stored/outbox.ts'
import { useUser } from '#api/person.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { CoinsIcon, LenderIcon, MiningMachineIcon } from '#ui/icons/earnIcons.tsx'
import { GiftIcon, PennantIcon, PeopleIcon } from '#ui/icons/growthIcons.tsx'
import { TrophyIcon, AnchorIcon } from '#ui/icons/homeIcons.tsx'
import { BellIcon, CheckIcon, ContractIcon, PersonIcon, LanguageIcon } from '#ui/icons/icons.tsx'
import { ArrowDownIcon, ArrowUpIcon, StarIcon } from '#ui/icons/listIcons.tsx'
import { BookIcon, DeviceIcon, ExchangeIcon, LedgerIcon, LockIcon, LogoutIcon, SettingsIcon, SortIcon } from '#ui/icons/moreIcons.tsx'
import { WalletIcon } from '#ui/icons/signInIcons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { BottomSheet } from '#ui/BottomSheet.tsx'
import { showToast } from '#ui/toast.ts'
import { RealDemoSwitch } from '#widgets/trading/RealDemoSwitch.tsx'
import { LanguagePicker } from '#widgets/LanguagePicker.tsx'
import { isScreenProductOffered } from '#widgets/identity/isPlaceOffered.ts'
import { RowLink } from '#widgets/RowLink.tsx'
import { trySaveAccountSettings } from '#widgets/form/saveSettings.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { AssetsSummary } from './AssetsSummary.tsx'
import { PaperLedgerImportCard } from './PaperLedgerImportCard.tsx'
import { SupportChatLinkRow } from './SupportChatLinkRow.tsx'
import { DemoResetRow } from './DemoResetRow.tsx'
import { AccountCard } from './AccountCard.tsx'
import { LogOutSheet } from './LogOutSheet.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './Me.module.css'
import { InboxLinkRow } from './InboxLinkRow.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'

export const Route = createFileRoute('/_signedIn/my')({ component: Me })

/** The Personal tab: who, how much, and the way to everything of one's own. */
function Me() {
  const { t } = useLingui()
  const user = useUser()
  const language = useLanguage()
  const [sheet, setSheet] = useState<'language' | 'logOut'>()
  const close = () => setSheet(undefined)
  return (
    <ScreenLayout title={t`Personal`} tone={useAccountScreenTone()}>
      <AccountCard user={user} />
      {user && <RealDemoSwitch isGuest={user.isGuest === 1} />}
      <AssetsSummary />
      {user && <SetupChecklist user={user} />}
      <PaperLedgerImportCard />
      <Card flush>
        <RowLink
          to={path.profile}
          leading={<PersonIcon />}
          title={t`Profile`}
          subtitle={t`Name, picture, addresses, personal information`}
        />
        <InboxLinkRow />
        <RowLink to={path.alerts} leading={<BellIcon />} title={t`Price alerts`} subtitle={t`Prices you want to be told of`} />
      </Card>
      <AssetRows />
      <OrderRows />
      <GrowthRows features={user?.features} />
      <SafetyRows />
      <Section title={t`Preferences`}>
        <Card flush>
          <RowLink to={path.settings} leading={<SettingsIcon />} title={t`Settings`} subtitle={t`Display, colours, stored data`} />
          <RowLink to={path.saved} leading={<DeviceIcon />} title={t`Stored on this device`} />
          <ListRow leading={<LanguageIcon />} title={t`Language`} trailing={language.label} onClick={() => setSheet('language')} />
        </Card>
      </Section>
      <HelpRows />
      <Card flush>
        <ListRow leading={<LogoutIcon />} title={<Trans>Log out</Trans>} onClick={() => setSheet('logOut')} />
      </Card>
      <Text tone="quiet" className={styles.build}>
        <Trans>Version {__BUILD__}</Trans>
      </Text>
      <BottomSheet open={sheet === 'language'} onClose={close} title={t`Language`}>
        <LanguagePicker
          onChosen={(lang) => {
            close()
            void trySaveAccountSettings({ lang }).then((isSaved) => {
              if (isSaved) return
              saveOrQueueUserSettings({ lang })
              showToast(t`Changed here; your account follows when there is a connection`)
            })
          }}
        />
      </BottomSheet>
      <LogOutSheet open={sheet === 'logOut'} onClose={close} isGuest={user?.isGuest === 1} />
    </ScreenLayout>
  )
}

/** What one has, where it came from and where it may go. */
function AssetRows() {
  const { t } = useLingui()
  return (
    <Section title={t`Assets`}>
      <Card flush>
        <RowLink to={path.assetCenter} leading={<WalletIcon />} title={t`Asset center`} subtitle={t`What you have, by currency`} />
        <RowLink
          to={path.balanceRecords}
          leading={<LedgerIcon />}
          title={t`Balance records`}
          subtitle={t`Every movement and the balance after`}
        />
        <RowLink
          to={path.transferRecords}
          leading={<SortIcon />}
          title={t`Deposits and withdrawals`}
          subtitle={t`Each with its state and every step`}
        />
        <RowLink
          to={path.deposit}
          leading={<ArrowDownIcon />}
          title={t({ message: 'Deposit', context: 'do it' })}
          subtitle={t`To your own address`}
        />
        <RowLink
          to={path.withdraw}
          leading={<ArrowUpIcon />}
          title={t({ message: 'Withdraw', context: 'do it' })}
          subtitle={t`To an address or a bank account`}
        />
        <RowLink to={path.addressBook} leading={<BookIcon />} title={t`Address book`} subtitle={t`Addresses that money may go to`} />
        <RowLink to={path.bankAccounts} leading={<WalletIcon />} title={t`Bank accounts`} subtitle={t`Accounts that money may go to`} />
        <DemoResetRow />
      </Card>
    </Section>
  )
}

/** Everything that was ordered, by what it was. */
function OrderRows() {
  const { t } = useLingui()
  return (
    <Section title={t`Orders`}>
      <Card flush>
        <RowLink
          to={path.contracts}
          search={{ book: 'history' }}
          leading={<ContractIcon />}
          title={t`Contract history`}
          subtitle={t`Closed and cancelled positions`}
        />
        <RowLink
          to={path.investments}
          leading={<CoinsIcon />}
          title={t`Investment orders`}
          subtitle={t`What you have in them, and each day's income`}
        />
        <RowLink
          to={path.miningOrders}
          leading={<MiningMachineIcon />}
          title={t`Mining orders`}
          subtitle={t`Your machines, and what each day brought`}
        />
        <RowLink to={path.bondOrders} leading={<ContractIcon />} title={t`Debt orders`} subtitle={t`What you lent, and what came back`} />
        <RowLink
          to={path.ieo}
          search={{ view: 'mine' }}
          leading={<StarIcon />}
          title={t`Token subscriptions`}
          subtitle={t`What you applied for, won and unlock`}
        />
        <RowLink to={path.swapOrders} leading={<ExchangeIcon />} title={t`All swaps`} />
        <RowLink to={path.loanAccount} leading={<LenderIcon />} title={t`Loan account`} subtitle={t`Your limit, what you owe, and when`} />
      </Card>
    </Section>
  )
}

/** Levels, benefits, and what is offered where one lives. */
function GrowthRows({ features }: { features: ProductAvailabilityByKind | undefined }) {
  const { t } = useLingui()
  return (
    <Section title={t({ message: 'Growth', context: 'levels, benefits, team' })}>
      <Card flush>
        <RowLink to={path.levels} leading={<PennantIcon />} title={t`Levels`} subtitle={t`Yours, and what each one brings`} />
        <RowLink to={path.benefits} leading={<GiftIcon />} title={t`Benefits`} subtitle={t`Tasks, vouchers, envelopes`} />
        {isScreenProductOffered(features, path.team) && (
          <RowLink to={path.team} leading={<PeopleIcon />} title={t`Team`} subtitle={t`Invite others, see who came`} />
        )}
        {isScreenProductOffered(features, path.competitions) && (
          <RowLink to={path.competitions} leading={<TrophyIcon />} title={t`Competitions`} subtitle={t`With virtual money, for prizes`} />
        )}
      </Card>
    </Section>
  )
}

/** Who gets in, what one allows oneself, and what is stored of one. */
function SafetyRows() {
  const { t } = useLingui()
  return (
    <Section title={t`Safety`}>
      <Card flush>
        <RowLink to={path.security} leading={<LockIcon />} title={t`Security`} subtitle={t`Passwords and the authenticator`} />
        <RowLink to={path.sessions} leading={<DeviceIcon />} title={t`Devices signed in`} subtitle={t`See them, end any of them`} />
        <RowLink
          to={path.limits}
          leading={<AnchorIcon />}
          title={t`Limits and breaks`}
          subtitle={t`What you allow yourself, and time off`}
        />
        <RowLink
          to={path.dataRights}
          leading={<LedgerIcon />}
          title={t`Your data`}
          subtitle={t`What we keep, a copy of it, and deleting`}
        />
      </Card>
    </Section>
  )
}

/** Whom to ask, what to read, and how we can be checked. */
function HelpRows() {
  const { t } = useLingui()
  return (
    <>
      <Section title={t`Help & chat`}>
        <Card flush>
          <SupportChatLinkRow />
          <RowLink to={path.articles} leading={<BookIcon />} title={t`Help articles`} />
          <RowLink to={path.announcements} leading={<BellIcon />} title={t`Announcements`} />
        </Card>
      </Section>
      <Section title={t`Fair dealing`}>
        <Card flush>
          <RowLink
            to={path.priceRecord}
            leading={<CheckIcon />}
            title={t`How prices are checked`}
            subtitle={t`The record, reserves and terms`}
          />
          <RowLink to={path.agreements} leading={<ContractIcon />} title={t`Agreements`} />
        </Card>
      </Section>
    </>
  )
}
