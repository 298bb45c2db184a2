-- A verification knows nobody's address or phone number: until the person writes them they are ''.
alter table personal_details
  drop constraint personal_details_address_check,
  drop constraint personal_details_area_code_check,
  drop constraint personal_details_phone_check,
  add constraint personal_details_address_check check (address = '' or char_length(address) between 5 and 200),
  add constraint personal_details_area_code_check check (area_code ~ '^[0-9]{0,4}$'),
  add constraint personal_details_phone_check check (phone = '' or phone ~ '^[0-9]{5,15}$');
