package tool_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"math/rand/v2"
	"net/netip"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolerr/toolerr/errkit"
	"github.com/toolerr/toolerr/middleware"
	"github.com/toolerr/toolerr/tool"
)

// texts has a field for every rule of the validator about a string, with a value that it accepts.
type texts struct {
	S001 string `json:"s001" validate:"alpha" sample:"abc"`
	S002 string `json:"s002" validate:"alphaspace" sample:"a b"`
	S003 string `json:"s003" validate:"alphanum" sample:"a1"`
	S004 string `json:"s004" validate:"alphanumspace" sample:"a 1"`
	S005 string `json:"s005" validate:"alphaunicode" sample:"aé"`
	S006 string `json:"s006" validate:"alphanumunicode" sample:"é1"`
	S007 string `json:"s007" validate:"boolean" sample:"true"`
	S008 string `json:"s008" validate:"numeric" sample:"-1.5"`
	S009 string `json:"s009" validate:"number" sample:"12"`
	S010 string `json:"s010" validate:"hexadecimal" sample:"0xfF"`
	S011 string `json:"s011" validate:"hexcolor" sample:"#fff"`
	S012 string `json:"s012" validate:"rgb" sample:"rgb(1,2,255)"`
	S013 string `json:"s013" validate:"rgba" sample:"rgba(1,2,3,0.5)"`
	S014 string `json:"s014" validate:"hsl" sample:"hsl(1,2%,3%)"`
	S015 string `json:"s015" validate:"hsla" sample:"hsla(1,2%,3%,0.5)"`
	S016 string `json:"s016" validate:"cmyk" sample:"cmyk(1%,2%,3%,4%)"`
	S017 string `json:"s017" validate:"iscolor" sample:"#fff"`
	S018 string `json:"s018" validate:"e164" sample:"+4915123456789"`
	S019 string `json:"s019" validate:"email" sample:"a@b.example"`
	S020 string `json:"s020" validate:"url" sample:"https://a.example/b"`
	S021 string `json:"s021" validate:"http_url" sample:"http://a.example"`
	S022 string `json:"s022" validate:"https_url" sample:"https://a.example"`
	S023 string `json:"s023" validate:"uri" sample:"/a"`
	S024 string `json:"s024" validate:"origin" sample:"https://a.example:80"`
	S025 string `json:"s025" validate:"urn_rfc8141" sample:"urn:isbn:1"`
	S026 string `json:"s026" validate:"urn_rfc2141" sample:"urn:isbn:1"`
	S027 string `json:"s027" validate:"file" sample:"/etc/passwd"`
	S028 string `json:"s028" validate:"filepath" sample:"/etc/none"`
	S029 string `json:"s029" validate:"dir" sample:"/etc"`
	S030 string `json:"s030" validate:"dirpath" sample:"/etc/"`
	S034 string `json:"s034" validate:"base32" sample:"MFRGG==="`
	S035 string `json:"s035" validate:"base64" sample:"aGk="`
	S036 string `json:"s036" validate:"base64url" sample:"aGk="`
	S037 string `json:"s037" validate:"base64rawurl" sample:"aGk"`
	S038 string `json:"s038" validate:"contains=a.b" sample:"xa.by"`
	S039 string `json:"s039" validate:"containsany=!@]^-" sample:"a!"`
	S040 string `json:"s040" validate:"containsrune=☻" sample:"a☻"`
	S041 string `json:"s041" validate:"excludes=a.b" sample:"x"`
	S042 string `json:"s042" validate:"excludesall=!@]^-" sample:"x"`
	S043 string `json:"s043" validate:"excludesrune=☻" sample:"x"`
	S044 string `json:"s044" validate:"startswith=a.b" sample:"a.bc"`
	S045 string `json:"s045" validate:"endswith=a.b" sample:"xa.b"`
	S046 string `json:"s046" validate:"startsnotwith=a.b" sample:"x"`
	S047 string `json:"s047" validate:"endsnotwith=a.b" sample:"x"`
	S048 string `json:"s048" validate:"fieldcontains=S001" sample:"abc"`
	S049 string `json:"s049" validate:"fieldexcludes=S001" sample:"zzz"`
	S050 string `json:"s050" validate:"isbn" sample:"0306406152"`
	S051 string `json:"s051" validate:"isbn10" sample:"0306406152"`
	S052 string `json:"s052" validate:"isbn13" sample:"9780306406157"`
	S053 string `json:"s053" validate:"issn" sample:"0317-8471"`
	S054 string `json:"s054" validate:"eth_addr" sample:"0x52908400098527886E0F7030069857D2E4169EE7"`
	S055 string `json:"s055" validate:"eth_addr_checksum" sample:"0x52908400098527886E0F7030069857D2E4169EE7"`
	S056 string `json:"s056" validate:"btc_addr" sample:"1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"`
	S057 string `json:"s057" validate:"btc_addr_bech32" sample:"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"`
	S058 string `json:"s058" validate:"uuid" sample:"a987fbc9-4bed-3078-8f07-9141BA07c9f3"`
	S059 string `json:"s059" validate:"uuid3" sample:"a987fbc9-4bed-3078-cf07-9141ba07c9f3"`
	S060 string `json:"s060" validate:"uuid4" sample:"57b73598-8764-4ad0-a76a-679bb6640eb1"`
	S061 string `json:"s061" validate:"uuid5" sample:"987fbc97-4bed-5078-af07-9141ba07c9f3"`
	S062 string `json:"s062" validate:"uuid7" sample:"018ecb4f-8ad8-7c90-b0d3-9141ba07c9f3"`
	S063 string `json:"s063" validate:"uuid_rfc4122" sample:"a987fbc9-4bed-3078-8f07-9141BA07c9f3"`
	S064 string `json:"s064" validate:"uuid3_rfc4122" sample:"A987FBC9-4BED-3078-CF07-9141BA07C9F3"`
	S065 string `json:"s065" validate:"uuid4_rfc4122" sample:"57B73598-8764-4AD0-A76A-679BB6640EB1"`
	S066 string `json:"s066" validate:"uuid5_rfc4122" sample:"987FBC97-4BED-5078-AF07-9141BA07C9F3"`
	S067 string `json:"s067" validate:"ulid" sample:"01ARZ3NDEKTSV4RRFFQ69G5FAV"`
	S068 string `json:"s068" validate:"md4" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S069 string `json:"s069" validate:"md5" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S070 string `json:"s070" validate:"sha256" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S071 string `json:"s071" validate:"sha384" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S072 string `json:"s072" validate:"sha512" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S073 string `json:"s073" validate:"ripemd128" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S074 string `json:"s074" validate:"ripemd160" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S075 string `json:"s075" validate:"tiger128" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S076 string `json:"s076" validate:"tiger160" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S077 string `json:"s077" validate:"tiger192" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	S078 string `json:"s078" validate:"ascii" sample:"a"`
	S079 string `json:"s079" validate:"printascii" sample:"a"`
	S080 string `json:"s080" validate:"multibyte" sample:"é"`
	S081 string `json:"s081" validate:"datauri" sample:"data:text/plain;base64,aGk="`
	S082 string `json:"s082" validate:"latitude" sample:"-45.5"`
	S083 string `json:"s083" validate:"longitude" sample:"120.25"`
	S084 string `json:"s084" validate:"ssn" sample:"219-09-9999"`
	S085 string `json:"s085" validate:"ipv4" sample:"1.2.3.4"`
	S086 string `json:"s086" validate:"ipv6" sample:"2001:db8::1"`
	S087 string `json:"s087" validate:"ip" sample:"1.2.3.4"`
	S088 string `json:"s088" validate:"cidrv4" sample:"10.0.0.0/8"`
	S089 string `json:"s089" validate:"cidrv6" sample:"2001:db8::/32"`
	S090 string `json:"s090" validate:"cidr" sample:"10.0.0.0/8"`
	S091 string `json:"s091" validate:"tcp4_addr" sample:"1.2.3.4:80"`
	S092 string `json:"s092" validate:"tcp6_addr" sample:"[::1]:80"`
	S093 string `json:"s093" validate:"tcp_addr" sample:"1.2.3.4:80"`
	S094 string `json:"s094" validate:"udp4_addr" sample:"1.2.3.4:80"`
	S095 string `json:"s095" validate:"udp6_addr" sample:"[::1]:80"`
	S096 string `json:"s096" validate:"udp_addr" sample:"1.2.3.4:80"`
	S097 string `json:"s097" validate:"ip4_addr" sample:"1.2.3.4"`
	S098 string `json:"s098" validate:"ip6_addr" sample:"::1"`
	S099 string `json:"s099" validate:"ip_addr" sample:"::1"`
	S100 string `json:"s100" validate:"unix_addr" sample:"/tmp/a"`
	S101 string `json:"s101" validate:"mac" sample:"00:00:5e:00:53:01"`
	S102 string `json:"s102" validate:"hostname" sample:"a.example"`
	S103 string `json:"s103" validate:"hostname_rfc1123" sample:"1a.example"`
	S104 string `json:"s104" validate:"hostname_label" sample:"a-b"`
	S105 string `json:"s105" validate:"fqdn" sample:"a.example"`
	S106 string `json:"s106" validate:"oneof=red 'very green'" sample:"red"`
	S107 string `json:"s107" validate:"oneofci=red 'very green'" sample:"RED"`
	S108 string `json:"s108" validate:"noneof=red green" sample:"blue"`
	S109 string `json:"s109" validate:"noneofci=red green" sample:"blue"`
	S110 string `json:"s110" validate:"html" sample:"<b>"`
	S111 string `json:"s111" validate:"html_encoded" sample:"&lt;"`
	S112 string `json:"s112" validate:"url_encoded" sample:"a%20b"`
	S113 string `json:"s113" validate:"json" sample:"{}"`
	S114 string `json:"s114" validate:"jwt" sample:"a.b.c"`
	S115 string `json:"s115" validate:"hostname_port" sample:"a.example:80"`
	S116 string `json:"s116" validate:"lowercase" sample:"abc"`
	S117 string `json:"s117" validate:"uppercase" sample:"ABC"`
	S118 string `json:"s118" validate:"datetime=2006-01-02" sample:"2024-02-29"`
	S119 string `json:"s119" validate:"datetime=2006-01-02T15:04:05Z07:00" sample:"2024-02-29T23:59:59Z"`
	S120 string `json:"s120" validate:"datetime=15:04:05" sample:"23:59:59"`
	S121 string `json:"s121" validate:"datetime=02.01.2006 15:04" sample:"29.02.2024 10:00"`
	S122 string `json:"s122" validate:"datetime=Jan _2" sample:"Jan  2"`
	S123 string `json:"s123" validate:"timezone" sample:"Europe/Berlin"`
	S124 string `json:"s124" validate:"iso3166_1_alpha2" sample:"DE"`
	S125 string `json:"s125" validate:"iso3166_1_alpha2_eu" sample:"DE"`
	S126 string `json:"s126" validate:"iso3166_1_alpha3" sample:"DEU"`
	S127 string `json:"s127" validate:"iso3166_1_alpha3_eu" sample:"DEU"`
	S128 string `json:"s128" validate:"iso3166_1_alpha_numeric" sample:"276"`
	S129 string `json:"s129" validate:"iso3166_1_alpha_numeric_eu" sample:"276"`
	S130 string `json:"s130" validate:"country_code" sample:"DE"`
	S131 string `json:"s131" validate:"eu_country_code" sample:"DE"`
	S132 string `json:"s132" validate:"iso3166_2" sample:"DE-BY"`
	S133 string `json:"s133" validate:"iso4217" sample:"EUR"`
	S134 string `json:"s134" validate:"bcp47_language_tag" sample:"de-DE"`
	S135 string `json:"s135" validate:"bcp47_strict_language_tag" sample:"de-DE"`
	S136 string `json:"s136" validate:"postcode_iso3166_alpha2=DE" sample:"10115"`
	S137 string `json:"s137" validate:"bic_iso_9362_2014" sample:"DEUTDEFF"`
	S138 string `json:"s138" validate:"bic" sample:"DEUTDEFF"`
	S139 string `json:"s139" validate:"semver" sample:"1.2.3-a.1+b"`
	S140 string `json:"s140" validate:"dns_rfc1035_label" sample:"a-b"`
	S141 string `json:"s141" validate:"credit_card" sample:"4111111111111111"`
	S142 string `json:"s142" validate:"cve" sample:"CVE-2024-12345"`
	S143 string `json:"s143" validate:"luhn_checksum" sample:"4111111111111111"`
	S144 string `json:"s144" validate:"mongodb" sample:"507f1f77bcf86cd799439011"`
	S145 string `json:"s145" validate:"mongodb_connection_string" sample:"mongodb://a:b@c:1/d?e=f"`
	S146 string `json:"s146" validate:"cron" sample:"* * * * *"`
	S147 string `json:"s147" validate:"spicedb" sample:"abc"`
	S148 string `json:"s148" validate:"spicedb=id" sample:"abc"`
	S149 string `json:"s149" validate:"spicedb=permission" sample:"read"`
	S150 string `json:"s150" validate:"spicedb=type" sample:"a_b/doc"`
	S151 string `json:"s151" validate:"ein" sample:"12-3456789"`
	S152 string `json:"s152" validate:"duration" sample:"1h30m"`
	S153 string `json:"s153" validate:"len=2" sample:"éé"`
	S154 string `json:"s154" validate:"min=2" sample:"ab"`
	S155 string `json:"s155" validate:"max=2" sample:"ab"`
	S156 string `json:"s156" validate:"eq=a.b" sample:"a.b"`
	S157 string `json:"s157" validate:"ne=a.b" sample:"x"`
	S158 string `json:"s158" validate:"eq_ignore_case=a.b" sample:"A.B"`
	S159 string `json:"s159" validate:"ne_ignore_case=a.b" sample:"x"`
	S160 string `json:"s160" validate:"gt=2" sample:"abc"`
	S161 string `json:"s161" validate:"gte=2" sample:"ab"`
	S162 string `json:"s162" validate:"lt=2" sample:"a"`
	S163 string `json:"s163" validate:"lte=2" sample:"ab"`
	S164 string `json:"s164" validate:"required" sample:"a"`
	S165 string `json:"s165" validate:"isdefault" sample:""`
	S166 string `json:"s166" validate:"rgb|hexcolor" sample:"#fff"`
	S167 string `json:"s167" validate:"eq=a|eq=b|len=3" sample:"a"`
	S168 string `json:"s168" validate:"alphanum,startswith=a,lowercase" sample:"ab"`
	S169 string `json:"s169" validate:"required,max=3" sample:"a"`
	S170 string `json:"s170" validate:"email,endswith=.example" sample:"a@b.example"`
}

// optional has rules that do not apply to the empty string.
type optional struct {
	L001 string `json:"l001" validate:"omitempty,alpha" sample:"abc"`
	L004 string `json:"l004" validate:"omitempty,alphanumspace" sample:"a 1"`
	L007 string `json:"l007" validate:"omitempty,boolean" sample:"true"`
	L010 string `json:"l010" validate:"omitempty,hexadecimal" sample:"0xfF"`
	L013 string `json:"l013" validate:"omitempty,rgba" sample:"rgba(1,2,3,0.5)"`
	L016 string `json:"l016" validate:"omitempty,cmyk" sample:"cmyk(1%,2%,3%,4%)"`
	L019 string `json:"l019" validate:"omitempty,email" sample:"a@b.example"`
	L022 string `json:"l022" validate:"omitempty,https_url" sample:"https://a.example"`
	L025 string `json:"l025" validate:"omitempty,urn_rfc8141" sample:"urn:isbn:1"`
	L028 string `json:"l028" validate:"omitempty,filepath" sample:"/etc/none"`
	L034 string `json:"l034" validate:"omitempty,base32" sample:"MFRGG==="`
	L037 string `json:"l037" validate:"omitempty,base64rawurl" sample:"aGk"`
	L040 string `json:"l040" validate:"omitempty,containsrune=☻" sample:"a☻"`
	L043 string `json:"l043" validate:"omitempty,excludesrune=☻" sample:"x"`
	L046 string `json:"l046" validate:"omitempty,startsnotwith=a.b" sample:"x"`
	L049 string `json:"l049" validate:"omitempty,fieldexcludes=S001" sample:"zzz"`
	L052 string `json:"l052" validate:"omitempty,isbn13" sample:"9780306406157"`
	L055 string `json:"l055" validate:"omitempty,eth_addr_checksum" sample:"0x52908400098527886E0F7030069857D2E4169EE7"`
	L058 string `json:"l058" validate:"omitempty,uuid" sample:"a987fbc9-4bed-3078-8f07-9141BA07c9f3"`
	L061 string `json:"l061" validate:"omitempty,uuid5" sample:"987fbc97-4bed-5078-af07-9141ba07c9f3"`
	L064 string `json:"l064" validate:"omitempty,uuid3_rfc4122" sample:"A987FBC9-4BED-3078-CF07-9141BA07C9F3"`
	L067 string `json:"l067" validate:"omitempty,ulid" sample:"01ARZ3NDEKTSV4RRFFQ69G5FAV"`
	L070 string `json:"l070" validate:"omitempty,sha256" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	L073 string `json:"l073" validate:"omitempty,ripemd128" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	L076 string `json:"l076" validate:"omitempty,tiger160" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	L079 string `json:"l079" validate:"omitempty,printascii" sample:"a"`
	L082 string `json:"l082" validate:"omitempty,latitude" sample:"-45.5"`
	L085 string `json:"l085" validate:"omitempty,ipv4" sample:"1.2.3.4"`
	L088 string `json:"l088" validate:"omitempty,cidrv4" sample:"10.0.0.0/8"`
	L091 string `json:"l091" validate:"omitempty,tcp4_addr" sample:"1.2.3.4:80"`
	L094 string `json:"l094" validate:"omitempty,udp4_addr" sample:"1.2.3.4:80"`
	L097 string `json:"l097" validate:"omitempty,ip4_addr" sample:"1.2.3.4"`
	L100 string `json:"l100" validate:"omitempty,unix_addr" sample:"/tmp/a"`
	L103 string `json:"l103" validate:"omitempty,hostname_rfc1123" sample:"1a.example"`
	L106 string `json:"l106" validate:"omitempty,oneof=red 'very green'" sample:"red"`
	L109 string `json:"l109" validate:"omitempty,noneofci=red green" sample:"blue"`
	L112 string `json:"l112" validate:"omitempty,url_encoded" sample:"a%20b"`
	L115 string `json:"l115" validate:"omitempty,hostname_port" sample:"a.example:80"`
	L118 string `json:"l118" validate:"omitempty,datetime=2006-01-02" sample:"2024-02-29"`
	L121 string `json:"l121" validate:"omitempty,datetime=02.01.2006 15:04" sample:"29.02.2024 10:00"`
	L124 string `json:"l124" validate:"omitempty,iso3166_1_alpha2" sample:"DE"`
	L127 string `json:"l127" validate:"omitempty,iso3166_1_alpha3_eu" sample:"DEU"`
	L130 string `json:"l130" validate:"omitempty,country_code" sample:"DE"`
	L133 string `json:"l133" validate:"omitempty,iso4217" sample:"EUR"`
	L136 string `json:"l136" validate:"omitempty,postcode_iso3166_alpha2=DE" sample:"10115"`
	L139 string `json:"l139" validate:"omitempty,semver" sample:"1.2.3-a.1+b"`
	L142 string `json:"l142" validate:"omitempty,cve" sample:"CVE-2024-12345"`
	L145 string `json:"l145" validate:"omitempty,mongodb_connection_string" sample:"mongodb://a:b@c:1/d?e=f"`
	L148 string `json:"l148" validate:"omitempty,spicedb=id" sample:"abc"`
	L151 string `json:"l151" validate:"omitempty,ein" sample:"12-3456789"`
	L154 string `json:"l154" validate:"omitempty,min=2" sample:"ab"`
	L157 string `json:"l157" validate:"omitempty,ne=a.b" sample:"x"`
	L160 string `json:"l160" validate:"omitempty,gt=2" sample:"abc"`
	L163 string `json:"l163" validate:"omitempty,lte=2" sample:"ab"`
	L166 string `json:"l166" validate:"omitempty,rgb|hexcolor" sample:"#fff"`
}

// absent has members that may be absent, if the rule accepts the empty string.
type absent struct {
	O002   string `json:"o002,omitempty" validate:"alphaspace" sample:"a b"`
	O008   string `json:"o008,omitempty" validate:"numeric" sample:"-1.5"`
	O014   string `json:"o014,omitempty" validate:"hsl" sample:"hsl(1,2%,3%)"`
	O020   string `json:"o020,omitempty" validate:"url" sample:"https://a.example/b"`
	O026   string `json:"o026,omitempty" validate:"urn_rfc2141" sample:"urn:isbn:1"`
	O035   string `json:"o035,omitempty" validate:"base64" sample:"aGk="`
	O041   string `json:"o041,omitempty" validate:"excludes=a.b" sample:"x"`
	O047   string `json:"o047,omitempty" validate:"endsnotwith=a.b" sample:"x"`
	O053   string `json:"o053,omitempty" validate:"issn" sample:"0317-8471"`
	O059   string `json:"o059,omitempty" validate:"uuid3" sample:"a987fbc9-4bed-3078-cf07-9141ba07c9f3"`
	O065   string `json:"o065,omitempty" validate:"uuid4_rfc4122" sample:"57B73598-8764-4AD0-A76A-679BB6640EB1"`
	O071   string `json:"o071,omitempty" validate:"sha384" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	O077   string `json:"o077,omitempty" validate:"tiger192" sample:"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	O083   string `json:"o083,omitempty" validate:"longitude" sample:"120.25"`
	O089   string `json:"o089,omitempty" validate:"cidrv6" sample:"2001:db8::/32"`
	O095   string `json:"o095,omitempty" validate:"udp6_addr" sample:"[::1]:80"`
	O101   string `json:"o101,omitempty" validate:"mac" sample:"00:00:5e:00:53:01"`
	O107   string `json:"o107,omitempty" validate:"oneofci=red 'very green'" sample:"RED"`
	O113   string `json:"o113,omitempty" validate:"json" sample:"{}"`
	O119   string `json:"o119,omitempty" validate:"datetime=2006-01-02T15:04:05Z07:00" sample:"2024-02-29T23:59:59Z"`
	O125   string `json:"o125,omitempty" validate:"iso3166_1_alpha2_eu" sample:"DE"`
	O131   string `json:"o131,omitempty" validate:"eu_country_code" sample:"DE"`
	O137   string `json:"o137,omitempty" validate:"bic_iso_9362_2014" sample:"DEUTDEFF"`
	O143   string `json:"o143,omitempty" validate:"luhn_checksum" sample:"4111111111111111"`
	O149   string `json:"o149,omitempty" validate:"spicedb=permission" sample:"read"`
	O155   string `json:"o155,omitempty" validate:"max=2" sample:"ab"`
	O161   string `json:"o161,omitempty" validate:"gte=2" sample:"ab"`
	O167   string `json:"o167,omitempty" validate:"eq=a|eq=b|len=3" sample:"a"`
	OEmpty string `json:"o_empty,omitempty" validate:"omitempty,min=3" sample:"abc"`
}

type bell struct {
	ID     string `json:"id" validate:"required,max=3"`
	Weight int16  `json:"weight,omitempty" validate:"gte=0"`
	Size   *uint8 `json:"size,omitempty"`
}

type strictBell struct {
	Weight int `json:"weight,omitempty" validate:"min=1"`
}

// values has the other types.
type values struct {
	I     int     `json:"i" sample:"1"`
	I8    int8    `json:"i8" sample:"1"`
	I16   int16   `json:"i16" sample:"1"`
	I32   int32   `json:"i32" sample:"1"`
	I64   int64   `json:"i64" sample:"1"`
	U     uint    `json:"u" sample:"1"`
	U8    uint8   `json:"u8" sample:"1"`
	U16   uint16  `json:"u16" sample:"1"`
	U32   uint32  `json:"u32" sample:"1"`
	U64   uint64  `json:"u64" sample:"1"`
	F32   float32 `json:"f32" sample:"1"`
	F64   float64 `json:"f64" sample:"1"`
	Bool  bool    `json:"bool" sample:"true"`
	True  bool    `json:"true" validate:"eq=true" sample:"true"`
	False bool    `json:"false" validate:"ne=true" sample:"false"`
	Maybe bool    `json:"maybe" validate:"boolean,required" sample:"false"`

	Min     int     `json:"min" validate:"min=-2,max=300" sample:"1"`
	Wide    int8    `json:"wide" validate:"min=-300,max=300" sample:"1"`
	Gt      uint16  `json:"gt" validate:"gt=0,lt=10" sample:"1"`
	Eq      int     `json:"eq" validate:"eq=7" sample:"7"`
	Len     uint8   `json:"len" validate:"len=7" sample:"7"`
	Ne      int     `json:"ne" validate:"ne=7,ne=8" sample:"1"`
	Oneof   int     `json:"oneof" validate:"oneof=-1 2 3" sample:"2"`
	Noneof  uint    `json:"noneof" validate:"noneof=1 2" sample:"3"`
	Empty   int     `json:"empty" validate:"omitempty,min=5,max=7" sample:"5"`
	EmptyZ  int     `json:"empty_z,omitzero" validate:"omitzero,min=5" sample:"5"`
	First   int     `json:"first" validate:"max=7,omitempty,min=5" sample:"5"`
	Default int     `json:"default" validate:"isdefault" sample:"0"`
	Either  int     `json:"either" validate:"eq=1|gt=10" sample:"11"`
	Port    uint16  `json:"port" validate:"port" sample:"80"`
	Lat     float64 `json:"lat" validate:"latitude" sample:"1.5"`
	Long    float32 `json:"long" validate:"longitude" sample:"1.5"`
	Numeric int     `json:"numeric" validate:"numeric,number" sample:"1"`
	Luhn    int64   `json:"luhn" validate:"luhn_checksum" sample:"18"`
	Land    int     `json:"land" validate:"iso3166_1_alpha_numeric" sample:"276"`
	LandEU  int     `json:"land_eu" validate:"iso3166_1_alpha_numeric_eu" sample:"276"`
	Money   int     `json:"money" validate:"iso4217_numeric" sample:"978"`
	FMin    float64 `json:"f_min" validate:"gte=-0.5,lt=2.5" sample:"1"`
	FMax    float32 `json:"f_max" validate:"gt=0,lte=2.5" sample:"1"`
	FEq     float64 `json:"f_eq" validate:"eq=1.5" sample:"1.5"`
	FOpt    float64 `json:"f_opt,omitempty" validate:"omitempty,min=2" sample:"2"`
	Needed  int     `json:"needed,omitempty" validate:"min=1" sample:"1"`
	Filled  int     `json:"filled" default:"3" validate:"min=2" sample:"2"`

	Wait    time.Duration `json:"wait" validate:"min=1us,max=1m" sample:"1000"`
	Time    time.Time     `json:"time" sample:"\"2024-02-29T10:00:00Z\""`
	TimePtr *time.Time    `json:"time_ptr" validate:"omitempty" sample:"null"`
	Bytes   []byte        `json:"bytes" sample:"\"aGk=\""`
	BytesN  []byte        `json:"bytes_n" validate:"min=2,max=4" sample:"\"aGk=\""`

	Strings []string            `json:"strings" validate:"min=1,max=3,unique,dive,required,alpha" sample:"[\"a\"]"`
	Any     []string            `json:"any" sample:"[]"`
	Three   []int               `json:"three" validate:"len=2" sample:"[1,2]"`
	NotTwo  []int8              `json:"not_two" validate:"ne=2" sample:"[1]"`
	NotNone []int8              `json:"not_none" validate:"ne=0" sample:"[1]"`
	Null    []int               `json:"null" validate:"required" sample:"[]"`
	OptList []int               `json:"opt_list" validate:"omitempty,min=2" sample:"[1,2]"`
	NilList []int               `json:"nil_list,omitempty" validate:"min=1" sample:"[1]"`
	Grid    [][]uint16          `json:"grid" validate:"dive,min=1,dive,max=9" sample:"[[1]]"`
	Ptrs    []*int              `json:"ptrs" validate:"dive,min=1" sample:"[1]"`
	OptPtrs []*int              `json:"opt_ptrs" validate:"dive,omitempty,min=1" sample:"[1,null]"`
	Pair    [2]byte             `json:"pair" sample:"[1,2]"`
	Bells   []bell              `json:"bells" validate:"max=2,dive" sample:"[{\"id\":\"a\"}]"`
	Unique  []bell              `json:"unique" validate:"unique=ID,unique" sample:"[{\"id\":\"a\"}]"`
	Map     map[string]int8     `json:"map" validate:"max=2,dive,keys,alpha,endkeys,min=1" sample:"{\"a\":1}"`
	MapIn   map[string][]string `json:"map_in" validate:"dive,min=1,dive,len=1" sample:"{\"a\":[\"b\"]}"`
	ByInt   map[int8]string     `json:"by_int" sample:"{\"1\":\"a\"}"`
	UniqMap map[string]int      `json:"uniq_map" validate:"unique" sample:"{\"a\":1}"`

	Ptr     *int        `json:"ptr" validate:"min=1" sample:"1"`
	PtrOpt  *int        `json:"ptr_opt" validate:"omitempty,min=1" sample:"1"`
	PtrNil  *string     `json:"ptr_nil" validate:"omitnil,min=1" sample:"null"`
	PtrReq  *string     `json:"ptr_req" validate:"required" sample:"\"\""`
	PtrBare **int8      `json:"ptr_bare" sample:"1"`
	Bell    bell        `json:"bell" validate:"required" sample:"{\"id\":\"a\",\"size\":1}"`
	BellPtr *bell       `json:"bell_ptr" sample:"null"`
	BellZ   bell        `json:"bell_z,omitzero" sample:"{\"id\":\"a\"}"`
	StrictZ strictBell  `json:"strict_z,omitzero" sample:"{\"weight\":1}"`
	StrictP *strictBell `json:"strict_p,omitempty" sample:"{\"weight\":1}"`

	QInt    int64           `json:"q_int,string" sample:"\"1\""`
	QMin    int8            `json:"q_min,string" validate:"min=1" sample:"\"1\""`
	QFloat  float64         `json:"q_float,string" sample:"\"1.5\""`
	QBool   bool            `json:"q_bool,string" sample:"\"true\""`
	QString string          `json:"q_string,string" sample:"\"\\\"a\\\"\""`
	Iface   any             `json:"iface" sample:"1"`
	IfaceR  any             `json:"iface_r" validate:"required" sample:"1"`
	Raw     json.RawMessage `json:"raw" sample:"1"`
	Number  json.Number     `json:"number" sample:"1"`
	Addr    netip.Addr      `json:"addr" sample:"\"1.2.3.4\""`
	Tagged  string          `json:"tagged" pattern:"^a" validate:"alpha,endswith=z" sample:"\"az\""`

	Again   string `json:"again" validate:"eqfield=Tagged" sample:"\"az\""`
	Other   string `json:"other,omitempty" validate:"nefield=Again" sample:"\"b\""`
	With    string `json:"with,omitempty" validate:"required_with=Other" sample:"\"b\""`
	Without string `json:"without,omitempty" validate:"excluded_without=Other" sample:"\"b\""`
}

// inputs are the inputs of the tools.
var inputs = []reflect.Type{
	reflect.TypeFor[texts](), reflect.TypeFor[optional](), reflect.TypeFor[absent](), reflect.TypeFor[values](),
}

// notInSchema has the rules that a schema states in part or not at all, so that the tool alone
// checks them, with the reason.
var notInSchema = func() map[string]string {
	all := map[string]string{}
	for reason, rules := range map[string]string{
		"a list that is too long for a schema": "iso3166_1_alpha2 iso3166_1_alpha2_eu iso3166_1_alpha3 iso3166_1_alpha3_eu " +
			"iso3166_1_alpha_numeric iso3166_1_alpha_numeric_eu iso3166_2 iso4217 iso4217_numeric country_code eu_country_code " +
			"bcp47_language_tag bcp47_strict_language_tag timezone postcode_iso3166_alpha2",
		"a checksum":                   "isbn isbn10 isbn13 issn eth_addr_checksum btc_addr btc_addr_bech32 credit_card luhn_checksum",
		"the server's files":           "file filepath dir dirpath image mimetype uds_exists unix_addr",
		"letters outside of ASCII":     "lowercase uppercase alphaunicode alphanumunicode",
		"a grammar":                    "json urn_rfc2141 urn_rfc8141 cidr cidrv4 cidrv6 tcp_addr tcp6_addr udp_addr udp6_addr",
		"a day that a month lacks":     "datetime",
		"more than 290 years":          "duration",
		"equal elements of other JSON": "unique",
		"another field": "eqfield eqcsfield necsfield gtcsfield gtecsfield ltcsfield ltecsfield nefield gtefield gtfield ltefield " +
			"ltfield fieldcontains fieldexcludes postcode_iso3166_alpha2_field required_if required_unless required_with " +
			"required_with_all required_without required_without_all excluded_if excluded_unless excluded_with excluded_with_all " +
			"excluded_without excluded_without_all skip_unless",
		"Go code": "validateFn",
	} {
		for rule := range strings.FieldsSeq(rules) {
			all[rule] = reason
		}
	}
	return all
}()

// inPart has the other rules that the tool alone checks, of one member.
var inPart = map[string]string{
	"bytes_n max":          "base64 has 4 characters for up to 3 bytes",
	"bytes_n min":          "the same",
	"by_int propertyNames": "the range of a number in a name",
	"q_int format":         "the range of a number in a string",
	"q_min format":         "the range of a number in a string",
	"q_min min":            "the range of a number in a string",
	"q_float format":       "the range of a number in a string",
	"addr format":          "a type that decodes itself",
	"f64 range":            "a number that no IEEE 754 double holds (RFC 8259 §6)",
	"f_opt range":          "the same",
	"iface range":          "the same",
	"iface_r range":        "the same",
	"number range":         "the same",
	"raw range":            "the same",
}

// shippedRules returns the rules in the source of the validator.
func shippedRules(t *testing.T) (rules []string) {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-playground/validator/v10").Output()
	require.NoError(t, err)
	path := filepath.Join(strings.TrimSpace(string(dir)), "baked_in.go")
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	require.NoError(t, err)
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || spec.Names[0].Name != "bakedInValidators" && spec.Names[0].Name != "bakedInAliases" {
			return true
		}
		for _, e := range spec.Values[0].(*ast.CompositeLit).Elts {
			rule, err := strconv.Unquote(e.(*ast.KeyValueExpr).Key.(*ast.BasicLit).Value)
			require.NoError(t, err)
			rules = append(rules, rule)
		}
		return true
	})
	require.Greater(t, len(rules), 180)
	return rules
}

// A new version of the validator may have rules that nobody has decided about.
func TestEveryRuleIsDecided(t *testing.T) {
	tags := map[string]bool{}
	for _, in := range inputs {
		for f := range in.Fields() {
			for _, rule := range strings.FieldsFunc(f.Tag.Get("validate"), func(r rune) bool { return strings.ContainsRune(",|", r) }) {
				name, _, _ := strings.Cut(rule, "=")
				tags[name] = true
			}
		}
	}
	shipped := shippedRules(t)
	for _, rule := range shipped {
		_, decided := notInSchema[rule]
		require.True(t, tags[rule] || decided, "the rule %q is in no field, and has no reason", rule)
	}
	for rule := range notInSchema {
		require.Contains(t, shipped, rule)
	}
}

// A member is a field of the input.
type member struct {
	name, sample string
	patterns     []*rapid.Generator[string]
}

// membersOf returns the fields of the input, with the patterns that their schemas have.
func membersOf(t *testing.T, in reflect.Type, schema []byte) (all []member) {
	var doc struct{ Properties map[string]any }
	require.NoError(t, json.Unmarshal(schema, &doc))
	for f := range in.Fields() {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		m := member{name: name, sample: f.Tag.Get("sample")}
		if in != reflect.TypeFor[values]() {
			m.sample = strconv.Quote(m.sample)
		}
		m.patterns = patternsIn(doc.Properties[name])
		all = append(all, m)
	}
	return all
}

func patternsIn(schema any) (all []*rapid.Generator[string]) {
	switch s := schema.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(s)) {
			if p, ok := s[key].(string); ok && key == "pattern" {
				all = append(all, rapid.StringMatching(p))
			}
			all = append(all, patternsIn(s[key])...)
		}
	case []any:
		for _, e := range s {
			all = append(all, patternsIn(e)...)
		}
	}
	return all
}

// odd are values for any member.
var odd = func() []string {
	all := []string{
		`null`, `true`, `false`, `{}`, `[]`, `[[]]`, `[null]`, `{"a":null}`,
		`0`, `-0`, `-0.0`, `0.0`, `1`, `1.0`, `1e1`, `1E+1`, `10e-1`, `100e-2`, `-1`, `-1.0`, `2`, `2.50`, `2.5`, `0.5`, `-0.5`, `7`, `7.0`, `70e-1`,
		`10`, `11`, `12e0`, `90`, `91`, `180`, `181`, `-180`, `127`, `128`, `-128`, `-129`, `255`, `256`, `300`, `32767`, `32768`, `65535`,
		`65536`, `2147483647`, `2147483648`, `-2147483649`, `4294967295`, `4294967296`, `9007199254740993`, `9223372036854775807`,
		`9223372036854775808`, `-9223372036854775808`, `-9223372036854775809`, `9223372036854775999`, `18446744073709551615`, `18446744073709551616`, `1e19`, `1e20`,
		`1e300`, `1e308`, `1e309`, `1e400`, `1e-400`, `1e1000`, `1.5e400`, `3.4028234e38`, `3.5e38`, `-1e39`, `60000000000`, `60000000001`,
		`["a"]`, `["a","a"]`, `["a","b","c"]`, `["a","b","c","d"]`, `["é"]`, `[""]`, `[1]`, `[1,1.0]`, `[1,2]`, `[1e0,20e-1]`, `[1,2,3]`, `[128]`, `[-1]`, `[1,null]`, `[0]`, `[300,0]`, `[255.0,0]`,
		`[[]]`, `[[1]]`, `[[1,9.0]]`, `[[10]]`, `[[65536]]`, `[null,[1]]`,
		`{"a":1}`, `{"a":1.0}`, `{"a":0}`, `{"a":128}`, `{"é":1}`, `{"a":1,"b":1}`, `{"a":1,"b":1,"c":1}`, `{"a":["b"]}`, `{"a":[]}`, `{"a":["bc"]}`,
		`{"1":"a"}`, `{"-5":"a"}`, `{"300":"a"}`, `{"1.0":"a"}`, `{"+1":"a"}`, `{"x":"a"}`,
		`{"id":"a"}`, `{"id":""}`, `{"id":"abcd"}`, `{"id":"a","weight":1e1}`, `{"id":"a","weight":-1}`, `{"id":"a","weight":40000}`, `{"id":"a","size":255.0}`,
		`{"id":"a","size":256}`, `{"id":"a","size":null}`, `{"id":"a","x":1}`, `{"ID":"a"}`, `{"weight":1}`, `{"weight":0}`, `{"weight":1.0}`,
		`[{"id":"a"}]`, `[{"id":"a"},{"id":"a"}]`, `[{"id":"a"},{"id":"a","weight":0}]`, `[{"id":"a"},{"id":"b"}]`, `[{}]`, `[{"id":"a","weight":2e0}]`,
	}
	for _, s := range []string{
		"", " ", "a", "A", "é", "É", "ß", "ſ", "K", "ǅ", "Ⓐ", "Ⅳ", "日", "☻", "a\n", "\x00", "a b", "0", "-0", "+0", "1", "01", "-1", "1.0", "1e1", "1e400", "300", "99999999999999999999",
		"true", "TRUE", "tRUE", "null", `"a"`, `"\x"`, "aGk=", "aGk", "aGk=\n", "YWJj", "YWJjZA==", "YWJjZGU=", "YQ==", "YR==",
		"1.2.3.4", "+1.2.3.4", "01.2.3.4", "256.1.1.1", "::ffff:1.2.3.4", "::FFFF:102:304", "0::ffff:1:2", "::ffff:0:1.2.3.4", "::1%eth0", "::1", "1.2.3.4/33", "10.0.0.1/8", "::/129", "1.2.3.4:0", "1.2.3.4:65536", "[::1]:80", ":80",
		"file:", "file://", "file:///", "file://a", "file:///a", "FILE:a", "file:?q", "mailto:", "mailto:a", "a:/b", "http:", "http://", "http:///a", "http://@", "http://u@h", "http://u:p@h:80/x?y#z", "HTTP://A", "http://[::1]", "http://[::1", "http://a b", "//a", "/", "*", "#a", "?a", "http://a:0", "https://a:99999", "https://a/", "a\\b", "%zz", "http://a/%zz",
		"a@b", "a@b.c", "a@b.c.", "a..b@c.de", "\"a b\"@c.de", "ü@c.de", "a@[1.2.3.4]", "a@b.c1", "a@-b.de", ".a@b.de", "<a@b.de>", "a@b@c.de",
		"a.", "-a", "a-", "a_b", "1a", "a.b.", "a..b", "A.1", "localhost",
		"2024-02-30", "2023-02-29", "2024-13-01", "2024-1-1", "2024-02-29T23:59:60Z", "2016-12-31t23:59:59z", "2016-12-31T23:59:60Z", "2024-02-29T10:00:00+24:00", "2024-02-29T10:00:00,5Z", "2024-02-29T10:00:00.123456789012Z", "2024-02-29 10:00:00Z", "23:59:59.5", "24:00:00", "31.02.2024 10:00", "Jan 31", "9999999h", "1.5", "-1h", ".5s", "1µs",
		"[]", "{", "data:,aGk=", "data:", "urn:a:b", "urn:", "URN:isbn:1", "&amp", "<br/>", "< b>", "%2", "a%20", "de", "DEU", "ZZ", "Local", "local", "UTC", "/etc", "/etc/", "/none/a", strings.Repeat("a", 64), strings.Repeat("a.", 130) + "a",
	} {
		text, err := json.Marshal(s)
		if err != nil {
			panic(err)
		}
		all = append(all, string(text))
	}
	return all
}()

// edited returns a text with a few other characters.
func edited(r *rand.Rand, s string) string {
	text := []rune(s)
	for range 1 + r.IntN(2) {
		at, one := r.IntN(len(text)+1), []rune("aAzZ09 .-_:/@#%+=éÉ\n\x00☻~^\"[]()")
		c := one[r.IntN(len(one))]
		switch n := r.IntN(4); {
		case n == 0 || at == len(text):
			text = slices.Insert(text, at, c)
		case n == 1:
			text = slices.Delete(text, at, at+1)
		case n == 2:
			text[at] = c
		default:
			text[at] ^= 0x20
			if text[at] < 0x20 {
				text[at] = c
			}
		}
	}
	return string(text)
}

// another returns a value for a member, "" for none.
func another(r *rand.Rand, m member, all []member) string {
	var text string
	switch n := r.IntN(10); {
	case n < 4 && len(m.patterns) > 0:
		text = m.patterns[r.IntN(len(m.patterns))].Example(r.IntN(1 << 20))
		if n == 0 {
			text = edited(r, text)
		}
	case n < 6 && json.Unmarshal([]byte(m.sample), &text) == nil:
		text = edited(r, text)
	case n == 6:
		return all[r.IntN(len(all))].sample
	case n == 7 && r.IntN(3) == 0:
		return ""
	default:
		return odd[r.IntN(len(odd))]
	}
	doc, _ := json.Marshal(text) // a string has JSON
	return string(doc)
}

// What is valid by the schema of an input is accepted, and what is not is refused: by a validator
// that gets the schema only, and by the tool.
func TestSchemaIsTrue(t *testing.T) {
	t.Run("texts", testTruth[texts])
	t.Run("optional", testTruth[optional])
	t.Run("absent", testTruth[absent])
	t.Run("values", testTruth[values])
}

func testTruth[In any](t *testing.T) {
	all := tool.New("All", "", func(context.Context, In) (bool, error) { return true, nil })
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(all.InputSchema))
	require.NoError(t, err)
	require.NoError(t, compiler.AddResource("a.json", doc))
	schema, err := compiler.Compile("a.json")
	require.NoError(t, err)

	members := membersOf(t, reflect.TypeFor[In](), all.InputSchema)
	quiet := new(middleware.Boundary)
	inputs := 5_000
	if testing.Short() { // slow: 20,000 inputs for both
		inputs = 100
	}
	r := rand.New(rand.NewPCG(1, 2))
	accepted, alone := 0, map[string]int{}
	for i := range inputs {
		changed := map[string]string{}
		for range min(i, 1+r.IntN(5)/4) {
			m := members[r.IntN(len(members))]
			changed[m.name] = another(r, m, members)
		}
		input := []byte("{")
		for _, m := range members {
			value, other := changed[m.name]
			if !other {
				value = m.sample
			}
			if value != "" {
				input = fmt.Appendf(input, "%q:%s,", m.name, value)
			}
		}
		input[len(input)-1] = '}'
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(input))
		require.NoError(t, err, "%s", input)
		invalid := schema.Validate(instance)
		_, err = all.Call(t.Context(), quiet, input)
		if err != nil {
			require.ErrorIs(t, err, errkit.InvalidInput, "%v", changed)
		}
		switch {
		case i == 0:
			require.NoError(t, invalid)
			require.NoError(t, err)
		case invalid != nil:
			require.Error(t, err, "the schema refuses what the tool accepts: %v: %v", changed, invalid)
		case err == nil:
			accepted++
		default:
			for _, f := range errkit.From(err).Fields {
				name := strings.Split(f.Path, "/")[1]
				why := notInSchema[f.Rule] + inPart[name+" "+f.Rule]
				if why == "" {
					t.Errorf("the tool refuses what the schema accepts: %v: %+v", changed, f)
				}
				require.NotEmpty(t, f.Message)
				alone[f.Rule]++
			}
		}
	}
	t.Logf("%d of %d inputs are valid; by rules that are not in the schema are not: %v", accepted, inputs, alone)
	require.Greater(t, accepted, inputs/10)
	require.Less(t, accepted, inputs*4/5)
}
