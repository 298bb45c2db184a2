-- Hosts that links open without a word between (product 4.2 row 5): one more name among what staff set for everybody.
alter table house_setting
  drop constraint house_setting_name_check,
  add constraint house_setting_name_check check (name in ('isPcLimite', 'minClient', 'statusNote', 'maintenance', 'vouchedHosts'));
