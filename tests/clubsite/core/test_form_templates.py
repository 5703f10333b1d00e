"""The templates for forms, fields and lone buttons."""

import re

from django import forms
from django.template import engines
from django.test import RequestFactory

BUTTONS = """{% load buttons %}
{% post_button "Take off" "clubs:role" "lantern" 7 style="small" about="Ann" name="role" value="member" %}
{% post_button "Play" "home:now" "solo" once=True %}"""


class JourneyForm(forms.Form):
    name = forms.CharField(label="Your name", help_text="As on the list.")
    way = forms.ChoiceField(label="How?", choices=[("a", "By foot"), ("b", "By <bus>")], widget=forms.RadioSelect)
    key = forms.CharField(widget=forms.HiddenInput, initial="k")


def test_a_form_labels_its_fields_explains_them_and_says_what_is_wrong():
    html = str(JourneyForm({"name": "", "way": "b", "key": "k"}))
    assert '<label for="id_name">Your name</label>' in html and "This field is required." in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert "<legend>How?</legend>" in html and "By &lt;bus&gt;" in html
    assert (html.count("<label"), html.count("checked"), html.count('type="hidden"')) == (3, 1, 1)


def test_a_lone_button_posts_to_its_view_with_the_token_of_the_page():
    html = engines["django"].from_string(BUTTONS).render({}, RequestFactory().get("/"))
    assert re.findall(r'action="([^"]+)"', html) == ["/clubs/lantern/accounts/7/role/", "/play/now/solo/"]
    assert html.count("csrfmiddlewaretoken") == 2 and html.count("idempotency_key") == 1
    first, second = re.findall(r"<button ([^>]*)>([^<]*)", html)
    assert first[1] == "Take off" and 'name="role" value="member"' in first[0]
    assert 'class="btn small"' in first[0] and 'aria-label="Take off: Ann"' in first[0]
    assert (second[0].split(), second[1]) == (['class="btn"'], "Play")
